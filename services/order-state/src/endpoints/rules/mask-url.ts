export const maskedValue = '***';

/** Values of the query may be secrets: only names are shown, and no name where it may be the secret itself (`?c2VjcmV0==`). */
export const maskUrl = (url: string): string => {
  const at = url.indexOf('?');
  if (at < 0) return url;
  return `${url.slice(0, at)}?${url
    .slice(at + 1)
    .split('&')
    .map(maskPair)
    .join('&')}`;
};

const maskPair = (pair: string): string => {
  const name = /^([^=]+)=[^=]/.exec(pair)?.[1];
  return name === undefined ? maskedValue : `${name}=${maskedValue}`;
};
