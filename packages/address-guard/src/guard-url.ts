import { blockedPorts } from './blocked-ports.js';

/** The reason to refuse a URL before its name is resolved; `undefined` when it may be tried. */
export const explainUrlRefusal = (url: URL, options: { allowHttp: boolean }): string | undefined => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https URLs are called';
  if (url.protocol === 'http:' && !options.allowHttp) return 'only https URLs are called';
  // Credentials in a URL end up in logs, and make one host look like another.
  if (url.username !== '' || url.password !== '') return 'user information in the URL';
  if (url.port !== '' && blockedPorts.has(Number(url.port))) return 'port of another protocol';
  return undefined;
};
