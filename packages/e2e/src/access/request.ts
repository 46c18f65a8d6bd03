import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Ten thousand small requests: `fetch` would cost more than the services do. */
const agent = new Agent({ keepAlive: true });

type Wanted = { method: string; headers: Readonly<Record<string, string>>; body: string | undefined };

/** Follows no redirect. */
export const requestOnce = (
  url: string,
  { method, headers, body = '' }: Wanted,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
    });
    sent.end(body);
  });
