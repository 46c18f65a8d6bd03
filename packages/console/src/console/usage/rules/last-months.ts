/** As `2026-11`, of UTC, the current one first. */
export const lastMonths = (nowMs: number, count: number): string[] => {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7),
  );
};
