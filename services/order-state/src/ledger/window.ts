/** How much may be in flight to one endpoint. Times are milliseconds since the epoch. */
export type Window = {
  endpointId: string;
  active: boolean;
  deleted: boolean;
  /** Active endpoints of its merchant, and at least 1: they have one share together. */
  sharedBy: number;
  /** Most deliveries in flight at once. */
  size: number;
  inFlight: number;
  /** Not null: the breaker is open; one probe may go out at this time. */
  probeAtMs: number | null;
  /** Since when nothing but failures came back. */
  failingSinceMs: number | null;
};

/** A probe waits no longer than this, however long the delivery that failed waits itself. */
export const probeDelayMaxMs = 30_000;

/**
 * What came back. `answered`: a response that is a failure. `unreachable`: a timeout or connection error. `deferred`: not
 * called, because its merchant or its server had too much in flight. `lapsed`: no result came.
 */
export type AttemptSignal =
  | { kind: 'success' | 'answered'; durationMs: number }
  | { kind: 'unreachable' | 'deferred'; retryInMs: number | null }
  | { kind: 'lapsed' };

/**
 * A success moves the window towards what its speed is worth; an endpoint that does not answer halves it, and at the bottom
 * the breaker opens.
 */
export const adjustWindow = (window: Window, signal: AttemptSignal, nowMs: number): Window => {
  const settled = { ...window, inFlight: Math.max(0, window.inFlight - 1) };
  switch (signal.kind) {
    case 'success':
      return { ...settled, size: stepTowardsShare(window, signal.durationMs), probeAtMs: null, failingSinceMs: null };
    // A failure never widens. One that comes late holds a place as long as a success that does.
    case 'answered': {
      const size = Math.min(window.size, stepTowardsShare(window, signal.durationMs));
      return { ...settled, size, probeAtMs: null, failingSinceMs: window.failingSinceMs ?? nowMs };
    }
    case 'unreachable':
      return { ...narrow(settled, signal.retryInMs, nowMs), failingSinceMs: window.failingSinceMs ?? nowMs };
    // What others have in flight does not count towards disabling this endpoint.
    case 'deferred':
      return narrow(settled, signal.retryInMs, nowMs);
    case 'lapsed':
      return settled;
  }
};

const windowMin = 1;
/** Most deliveries of one merchant in flight at once, over all of its endpoints. */
export const merchantShareMax = 256;
/** Enough for a receiver that answers at once: more would only stand in our own queues, before everybody else's. */
export const merchantShareMin = 16;
/** Answers that take this long are worth the whole share. */
const wholeShareAtMs = 1_000;

/**
 * How many deliveries a merchant may have in flight whose answers take so long. Up to a second the share grows with what
 * the answers take, so that 240 a second go through in any case; beyond, it shrinks, because each place is held for longer.
 */
export const merchantShareAt = (durationMs: number): number => {
  const rising = merchantShareMin + ((merchantShareMax - merchantShareMin) * durationMs) / wholeShareAtMs;
  const falling = (merchantShareMax * wholeShareAtMs) / durationMs;
  return Math.max(merchantShareMin, Math.min(rising, falling));
};

const stepTowardsShare = ({ size, sharedBy }: Window, durationMs: number): number => {
  const share = Math.max(windowMin, Math.floor(merchantShareAt(durationMs) / sharedBy));
  return size + Math.sign(share - size);
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
