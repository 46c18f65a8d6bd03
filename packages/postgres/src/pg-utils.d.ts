/** Of `pg`, which has no types for it: how it serialises a parameter. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue: (value: unknown) => string | Buffer | null };
  export default utils;
}
