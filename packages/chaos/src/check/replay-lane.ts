import type { TimelineEntry } from '@delivery/contracts';
import {
  addEvents,
  type Delivery,
  handOut,
  headOf,
  isSettled,
  mayGo,
  type Model,
  report,
} from '@delivery/test-support/ledger-model';
import type { ReceivedWebhook } from '../record.js';
import type { KnownEvent } from './check-webhooks.js';

type Listed<Kind> = Extract<TimelineEntry, { kind: Kind }>;

/** Webhooks of one order at one endpoint: as its receiver got them, and as the API lists them. */
export type LaneTrace = {
  title: string;
  type: 'push' | 'pull';
  /** Events that the endpoint wants; `null`: all. */
  wanted: readonly string[] | null;
  events: readonly KnownEvent[];
  /** By time. */
  arrivals: readonly Omit<ReceivedWebhook, 'body'>[];
  deliveries: readonly Pick<Listed<'delivery'>, 'at' | 'sequence' | 'webhook_id' | 'state'>[];
  attempts: readonly Pick<Listed<'attempt'>, 'at' | 'sequence' | 'attempt' | 'error_code'>[];
  /** From then on the same message may arrive again: a process or a connection that carries it was disturbed. */
  disturbedMs: number;
};

export type LaneFindings = { lost: string[]; disorder: string[]; duplicateCount: number };

/** `seen`: attempts that arrived. `accepted`: sequences that the receiver answered with 2xx or acked. */
type Replay = { trace: LaneTrace; model: Model; seen: Set<string>; accepted: Set<number> };

/** Plays a trace on the ledger's model: each step that it shows must be one that the model allows. Pure. */
export const replayLane = (trace: LaneTrace): LaneFindings => {
  const replay = { trace, model: createModel(trace), seen: new Set<string>(), accepted: new Set<number>() };
  const { model, accepted } = replay;
  const findings: LaneFindings = { lost: [], disorder: [], duplicateCount: 0 };
  const [planned, listed] = [sequencesOf(model.deliveries), sequencesOf(trace.deliveries)];
  if (planned !== listed) findings.disorder.push(`${trace.title}: the API lists ${listed}, not ${planned}`);
  for (const arrival of trace.arrivals) {
    const { sequence, attempt } = arrival;
    model.nowMs = Math.max(model.nowMs, arrival.atMs);
    const fault = findFault(replay, arrival);
    if (fault !== undefined) findings.disorder.push(`${trace.title}: ${sequence} (attempt ${attempt}) ${fault}`);
    if (accepted.has(sequence)) findings.duplicateCount += 1;
    if (arrival.isAccepted) accepted.add(sequence);
  }
  settleBefore(replay, undefined);
  for (const { sequence } of model.deliveries.filter((one) => !isSettled(one)))
    findings.lost.push(
      `${trace.title}: ${sequence} was never delivered, and is ${listedOf(trace, sequence)?.state ?? 'not listed'}`,
    );
  return findings;
};

const sequencesOf = (all: readonly { sequence: number }[]): string =>
  all
    .map(({ sequence }) => sequence)
    .sort((one, other) => one - other)
    .join(', ');

const listedOf = ({ deliveries }: LaneTrace, sequence: number) =>
  deliveries.find((delivery) => delivery.sequence === sequence);

const [ownerId, endpointId] = ['owner', 'endpoint'];

const createModel = ({ type, wanted, events }: LaneTrace): Model => {
  const owned = { ownerId, type, merchantIds: [ownerId], events: wanted, giveUpAfter: null };
  const switched = { status: 'active', disabledAt: 0, held: 0, revision: 1, enabledAt: 0, catchUpAt: null } as const;
  const endpoints = [{ id: endpointId, ...owned, ...switched, isAnswered: false }];
  const model: Model = {
    nowMs: 0,
    latestMs: 0,
    endpoints,
    orders: [],
    deliveries: [],
    feed: [],
    feedBegin: 0,
    matched: 0,
  };
  for (const { sequence, event } of events)
    addEvents(model, { id: 'order', merchantId: ownerId, sequence: sequence - 1, isReady: true, erasedTo: 0 }, [event]);
  return model;
};

/** @returns why the model does not allow it */
const findFault = (replay: Replay, arrival: LaneTrace['arrivals'][number]): string | undefined => {
  const { trace, model, seen } = replay;
  const { sequence, previousSequence, attempt, webhookId } = arrival;
  const delivery = model.deliveries.find((one) => one.sequence === sequence);
  if (!delivery) return 'is not addressed to the endpoint';
  if (arrival.isReplay) return 'is a replay';
  const wantedId = listedOf(trace, sequence)?.webhook_id;
  if (webhookId !== wantedId) return `came as ${webhookId}, not as ${wantedId}`;
  if (previousSequence !== delivery.previousSequence)
    return `follows ${previousSequence}, not ${delivery.previousSequence}`;
  const key = `${sequence}.${attempt}`;
  const isRepeat = seen.has(key) || (trace.type === 'pull' && attempt <= handedOut(delivery));
  if (isRepeat) return mayRepeat(trace, arrival) ? undefined : 'came again without a reason';
  seen.add(key);
  return handOutUntil(replay, delivery, attempt);
};

/** order-state publishes a release again whose publication it could not record for so long, as on a busy machine. */
const unpublishedMs = 10_000;

/** A posted attempt may arrive twice after a fault that has its message handed over again, or once its release is published again. */
const mayRepeat = (trace: LaneTrace, { sequence, attempt, atMs }: LaneTrace['arrivals'][number]): boolean => {
  const before = trace.attempts.filter((row) => row.sequence === sequence && row.attempt < attempt);
  const releasedMs = Math.max(
    ...[...trace.deliveries.filter((row) => row.sequence === sequence), ...before].map(({ at }) => Date.parse(at)),
  );
  return trace.type === 'push' && (atMs >= trace.disturbedMs || atMs >= releasedMs + unpublishedMs);
};

const handedOut = ({ attempts, state }: Delivery): number => attempts + Number(state === 'in_flight');

/** Attempts before it may have got lost on their way. The API lists each of them as failed. */
const handOutUntil = (replay: Replay, delivery: Delivery, attempt: number): string | undefined => {
  const { model, trace } = replay;
  while (handedOut(delivery) < attempt) {
    if (isSettled(delivery)) return 'came after it was settled';
    if (delivery.state === 'in_flight' && !failAttempt(replay, delivery))
      return `came, and attempt ${handedOut(delivery)} did not fail`;
    settleBefore(replay, delivery);
    if (!mayGo(model, delivery)) return `came before ${headOf(model, delivery)?.sequence} was settled`;
    handOut(model, delivery, trace.type === 'pull' ? model.nowMs : null);
  }
  return undefined;
};

const failAttempt = ({ trace, model }: Replay, delivery: Delivery): boolean => {
  const attempt = handedOut(delivery);
  const rows = trace.attempts.filter((row) => row.sequence === delivery.sequence && row.attempt === attempt);
  if (!rows.some((row) => row.error_code !== null)) return false;
  report(model, delivery, { ...sentOf(delivery), result: 'failed' });
  return true;
};

/** A report of it, whose times do not matter. */
const sentOf = (delivery: Delivery) => ({
  generation: delivery.generation,
  attempt: handedOut(delivery),
  revision: 1,
  retryInMs: 0,
  durationMs: 0,
});

/** Deliveries that both sides call delivered. @param until `undefined`: the whole lane */
const settleBefore = ({ trace, model, accepted }: Replay, until: Delivery | undefined): void => {
  for (const one of model.deliveries) {
    if (one === until) return;
    const isDelivered = accepted.has(one.sequence) && listedOf(trace, one.sequence)?.state === 'delivered';
    if (isDelivered) report(model, one, { ...sentOf(one), result: 'delivered' });
  }
};
