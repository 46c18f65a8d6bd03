export const maskedValue = '***';

/** Values of the query may be secrets, and so may a query without names: only the names are shown. */
export const maskUrl = (url: string): string => {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const masked = url
    .slice(at + 1)
    .split('&')
    .map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${maskedValue}` : maskedValue));
  return `${url.slice(0, at)}?${masked.join('&')}`;
};
