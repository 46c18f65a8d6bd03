/** How much may be in flight to one endpoint. Times are milliseconds since the epoch. */
export type Window = {
  endpointId: string;
  active: boolean;
  deleted: boolean;
  /** Most deliveries in flight at once. */
  size: number;
  inFlight: number;
  /** Not null: the breaker is open; one probe may go out at this time. */
  probeAtMs: number | null;
  /** Since when nothing but failures came back. */
  failingSinceMs: number | null;
};

export const windowMin = 1;
export const windowMax = 256;
/** A probe waits no longer than this, however long the delivery that failed waits itself. */
export const probeDelayMaxMs = 30_000;

/**
 * `answered`: a response that is a failure. `unreachable`: a timeout or connection error. `deferred`: not called, because
 * others found its origin unreachable. `lapsed`: no result came.
 */
export type AttemptSignal = 'success' | 'answered' | 'unreachable' | 'deferred' | 'lapsed';

/** A success widens the window, an endpoint that does not answer halves it; at the bottom the breaker opens. */
export const adjustWindow = (
  window: Window,
  signal: AttemptSignal,
  retryInMs: number | null,
  nowMs: number,
): Window => {
  const settled = { ...window, inFlight: Math.max(0, window.inFlight - 1) };
  switch (signal) {
    case 'success':
      return { ...settled, size: Math.min(windowMax, window.size + 1), probeAtMs: null, failingSinceMs: null };
    case 'answered':
      return { ...settled, probeAtMs: null, failingSinceMs: window.failingSinceMs ?? nowMs };
    case 'unreachable':
      return { ...narrow(settled, retryInMs, nowMs), failingSinceMs: window.failingSinceMs ?? nowMs };
    // Others' failures do not count towards disabling this endpoint.
    case 'deferred':
      return narrow(settled, retryInMs, nowMs);
    case 'lapsed':
      return settled;
  }
};

const narrow = (window: Window, retryInMs: number | null, nowMs: number): Window => {
  const size = Math.max(windowMin, Math.floor(window.size / 2));
  const probeAtMs = size === windowMin ? nowMs + Math.min(retryInMs ?? probeDelayMaxMs, probeDelayMaxMs) : null;
  return { ...window, size, probeAtMs };
};

/** How many deliveries may be released now. */
export const roomOf = (window: Window, nowMs: number): number => {
  if (!window.active) return 0;
  if (window.probeAtMs === null) return Math.max(0, window.size - window.inFlight);
  return window.inFlight === 0 && window.probeAtMs <= nowMs ? 1 : 0;
};
