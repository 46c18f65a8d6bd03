import type { SentRequest, SentRequests } from '@delivery/contracts';

/** A line for a POSIX shell that sends the same again. Pure. */
export const toCurl = ({ method, body }: SentRequests, url: string, { headers }: SentRequest): string =>
  [
    `curl -sS -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Not --data, which would take a body that begins with @ for the name of a file.
    `--data-raw ${quote(body)}`,
  ].join(' \\\n  ');

/** Within single quotes a shell reads nothing but a single quote. */
const quote = (words: string): string => `'${words.replaceAll("'", String.raw`'\''`)}'`;
