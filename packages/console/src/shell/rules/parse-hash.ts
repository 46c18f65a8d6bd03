export type Route = { segments: readonly string[]; query: URLSearchParams };

export const parseHash = (text: string): Route => {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?');
  return { segments: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
};

/** A `%` that begins no escape was typed as it is. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
