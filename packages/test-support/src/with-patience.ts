/** A URL whose sessions wait longer for a lock than a service does, so that a test on a slow machine sees the waiting session. */
export const withPatience = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('lock_timeout', '6000');
  return url.href;
};
