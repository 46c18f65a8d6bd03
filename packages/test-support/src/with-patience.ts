/** An address whose sessions wait longer for a lock than a service does: until a test has seen who waits, on however slow a machine. */
export const withPatience = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('lock_timeout', '6000');
  return url.href;
};
