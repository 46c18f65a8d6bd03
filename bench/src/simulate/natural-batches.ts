import { summarizeLatencies } from '../measure/latencies.js';
import { createRandom } from './random.js';

export type BatchModel = {
  /** Arrivals a second, at random (Poisson). */
  perSecond: number;
  replicas: number;
  /** The cost of a batch of any size; each message costs `messageMs` more. */
  batchMs: number;
  messageMs: number;
  batchMax: number;
  /** How long a batch holds a lock that every batch needs (the window of the only merchant); 0: there is no such lock. */
  sharedMs: number;
};

export type BatchOutcome = { meanBatch: number; busy: number; p50Ms: number; p99Ms: number };

type Replica = { arrivals: number[]; next: number; freeAtMs: number };

/**
 * Simulates `seconds` of replicas that take all messages that have arrived and handle them in one transaction. The broker
 * deals messages out in turn. A queue that grows without end shows as a p99 that grows with `seconds`.
 */
export const simulateBatches = (model: BatchModel, seconds: number, seed = 1): BatchOutcome => {
  const endMs = seconds * 1_000;
  const replicas = dealArrivals(model, endMs, seed);
  const latencies: number[] = [];
  let [sharedFreeAtMs, busyMs, batches] = [0, 0, 0];
  for (;;) {
    const replica = nextToStart(replicas);
    if (!replica) break;
    const startMs = nextStartMs(replica);
    let size = 0;
    while (size < model.batchMax && (replica.arrivals[replica.next + size] ?? Infinity) <= startMs) size += 1;
    // The shared part comes last, and one batch at a time.
    const aloneUntilMs = startMs + model.batchMs + size * model.messageMs - model.sharedMs;
    const doneMs = Math.max(aloneUntilMs, sharedFreeAtMs) + model.sharedMs;
    if (model.sharedMs > 0) sharedFreeAtMs = doneMs;
    for (const arrivedMs of replica.arrivals.slice(replica.next, replica.next + size))
      latencies.push(doneMs - arrivedMs);
    replica.next += size;
    replica.freeAtMs = doneMs;
    busyMs += doneMs - startMs;
    batches += 1;
  }
  const { p50Ms, p99Ms } = summarizeLatencies(latencies);
  return { meanBatch: latencies.length / batches, busy: busyMs / (endMs * model.replicas), p50Ms, p99Ms };
};

const dealArrivals = ({ perSecond, replicas }: BatchModel, endMs: number, seed: number): Replica[] => {
  const random = createRandom(seed);
  const dealt = Array.from({ length: replicas }, (): Replica => ({ arrivals: [], next: 0, freeAtMs: 0 }));
  let turn = 0;
  for (let atMs = 0; atMs < endMs; atMs += (-Math.log(1 - random()) * 1_000) / perSecond, turn += 1)
    dealt[turn % replicas]?.arrivals.push(atMs);
  return dealt;
};

const nextStartMs = ({ arrivals, next, freeAtMs }: Replica): number =>
  Math.max(freeAtMs, arrivals[next] ?? Number.POSITIVE_INFINITY);

const nextToStart = (replicas: readonly Replica[]): Replica | undefined => {
  let first: Replica | undefined;
  for (const replica of replicas) {
    if (replica.next < replica.arrivals.length && (!first || nextStartMs(replica) < nextStartMs(first)))
      first = replica;
  }
  return first;
};
