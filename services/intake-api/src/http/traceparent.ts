/** W3C trace context, passed through untouched; a malformed one is dropped, as the standard asks. */
export const validTraceparent = (given: string | string[] | undefined): string | undefined => {
  if (typeof given !== 'string') return undefined;
  const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(given);
  if (!parts || parts[1] === 'ff' || /^0+$/.test(parts[2] ?? '') || /^0+$/.test(parts[3] ?? '')) return undefined;
  return given;
};
