import { blockedPorts } from './blocked-ports.js';

/** The reason to refuse a URL before its name is resolved; `undefined` when it may be tried. */
export const explainUrlRefusal = (url: URL, options: { allowHttp: boolean }): string | undefined => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'its scheme is not https';
  if (url.protocol === 'http:' && !options.allowHttp) return 'its scheme is not https';
  // Credentials in a URL end up in logs, and make one host look like another.
  if (url.username !== '' || url.password !== '') return 'it has a user name or password';
  if (url.port !== '' && blockedPorts.has(Number(url.port))) return 'its port belongs to another protocol';
  return undefined;
};
