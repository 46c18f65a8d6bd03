import type { IncomingMessage } from 'node:http';
import { type BodyReading, hasBody, ProblemError, startReadingBody } from '@delivery/http-edge';

export const bodyMaxBytes = 256 * 1024;

/** Whose body it is. */
type BodyOwner = { merchantId: string; address: string };

/** Bodies that are on their way. They hold memory and nothing else: a request counts as under way once its body is there. */
export type WaitingBodies = {
  /** @throws ProblemError `payload_too_large`, `request_timeout`, `rate_limited` or `temporarily_unavailable`; ClientGoneError */
  read: (request: IncomingMessage, owner: BodyOwner) => Promise<Buffer>;
  count: () => number;
  close: () => void;
};

/** What a waiting body takes, beside what it says that it will hold: its connection and its request. */
const overheadBytes = 16 * 1024;

/** Bytes that waiting bodies may take together. */
const waitingMaxBytes = { merchant: 8 * 1024 * 1024, address: 16 * 1024 * 1024, all: 64 * 1024 * 1024 };

const patienceMs = 5_000;
const leastBytesPerSecond = 1024;
const bodyMaxMs = 20_000;
const sweepMs = 1_000;

/** Until when a body of which so much has come is waited for: each KiB buys a second. */
export const bodyDeadlineMs = (sinceMs: number, receivedBytes: number): number =>
  sinceMs + Math.min(bodyMaxMs, patienceMs + (receivedBytes / leastBytesPerSecond) * 1000);

type Waiting = { reading: BodyReading; sinceMs: number; takesBytes: number; groups: readonly Group[] };
/** Bodies that share a bound, the one that came first before the others. */
type Group = { members: Set<Waiting>; takenBytes: number; maxBytes: number; refusal: () => ProblemError };

/**
 * Bounds what bodies that never come can take: of one merchant, of one address, and in all. Above a bound the body that has
 * waited longest makes room, because one that comes at all comes within moments: whoever sends slowly loses his own, and
 * nobody else is refused.
 * @param now milliseconds of a monotonic clock
 */
export const createWaitingBodies = (now: () => number): WaitingBodies => {
  const all = createGroup(waitingMaxBytes.all, tooManyInAll);
  const ofMerchants = createGroups(waitingMaxBytes.merchant, () => tooMany('merchant'));
  const ofAddresses = createGroups(waitingMaxBytes.address, () => tooMany('address'));
  let sweeping: NodeJS.Timeout | undefined;
  const sweep = (): void => {
    refuseOverdue(all, now());
    sweeping = all.members.size > 0 ? setTimeout(sweep, sweepMs).unref() : undefined;
  };

  const wait = async (request: IncomingMessage, { merchantId, address }: BodyOwner): Promise<Buffer> => {
    const waiting: Waiting = {
      reading: startReadingBody(request, bodyMaxBytes),
      sinceMs: now(),
      takesBytes: overheadBytes + announcedBytes(request),
      groups: [ofMerchants.get(merchantId), ofAddresses.get(address), all],
    };
    enter(waiting);
    sweeping ??= setTimeout(sweep, sweepMs).unref();
    try {
      return await waiting.reading.body;
    } finally {
      leave(waiting);
      ofMerchants.dropEmpty(merchantId);
      ofAddresses.dropEmpty(address);
    }
  };

  return {
    read: (request, owner) => (hasBody(request) ? wait(request, owner) : Promise.resolve(Buffer.alloc(0))),
    count: () => all.members.size,
    close: () => clearTimeout(sweeping),
  };
};

/** A chunked body does not say. */
const announcedBytes = ({ headers }: IncomingMessage): number =>
  Math.min(bodyMaxBytes, Number(headers['content-length'] ?? bodyMaxBytes));

const enter = (waiting: Waiting): void => {
  for (const group of waiting.groups) {
    group.members.add(waiting);
    group.takenBytes += waiting.takesBytes;
    for (const oldest of group.members) {
      if (group.takenBytes <= group.maxBytes) break;
      refuse(oldest, group.refusal());
    }
  }
};

const leave = (waiting: Waiting): void => {
  for (const group of waiting.groups) if (group.members.delete(waiting)) group.takenBytes -= waiting.takesBytes;
};

const refuse = (waiting: Waiting, error: ProblemError): void => {
  leave(waiting);
  waiting.reading.refuse(error);
};

const refuseOverdue = ({ members }: Group, nowMs: number): void => {
  for (const waiting of members) {
    if (nowMs > bodyDeadlineMs(waiting.sinceMs, waiting.reading.receivedBytes())) refuse(waiting, tooSlow());
  }
};

const createGroup = (maxBytes: number, refusal: () => ProblemError): Group => ({
  members: new Set(),
  takenBytes: 0,
  maxBytes,
  refusal,
});

const createGroups = (maxBytes: number, refusal: () => ProblemError) => {
  const groups = new Map<string, Group>();
  return {
    get: (key: string): Group => {
      const group = groups.get(key) ?? createGroup(maxBytes, refusal);
      groups.set(key, group);
      return group;
    },
    dropEmpty: (key: string): void => {
      if (groups.get(key)?.members.size === 0) groups.delete(key);
    },
  };
};

/** The rest of the body is not wanted: the next request needs a connection of its own. */
const extras = { headers: { 'retry-after': '1', connection: 'close' } };

const tooMany = (whose: 'merchant' | 'address'): ProblemError =>
  new ProblemError(
    'rate_limited',
    `Too many bodies of this ${whose} are on their way at once. Try again in 1 s.`,
    extras,
  );

const tooManyInAll = (): ProblemError =>
  new ProblemError('temporarily_unavailable', 'Too many bodies are on their way at once. Nothing was done.', extras);

const tooSlow = (): ProblemError => {
  const detail = `Expected the body at ${leastBytesPerSecond} bytes a second and more, and within ${bodyMaxMs / 1000} s.`;
  return new ProblemError('request_timeout', detail, extras);
};
