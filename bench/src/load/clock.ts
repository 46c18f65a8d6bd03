/** Milliseconds of the system's monotonic clock: comparable between processes of one machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
