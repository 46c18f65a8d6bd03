import { setTimeout as delay } from 'node:timers/promises';
import { deliveryStates } from '../../names.generated.js';
import type { Delivery } from '../../types.js';
import { attemptErrors } from '../attempt-errors.generated.js';
import type { Command } from '../command.js';
import { connectionFlags } from '../connection.js';
import { createOutlast, readEventPage, readLatest } from '../follow.js';
import { renderClock, type Style, type Terminal, toPrintable } from '../output.js';
import { readOneOf } from '../read-input.js';
import { withClient } from '../with-client.js';

/** The feed has events, not attempts, so deliveries under way are polled. */
const askEveryMs = 1_000;
/** A page. */
const watchedMax = 100;

export const deliveriesTailCommand: Command = {
  words: ['deliveries', 'tail'],
  summary: `Follow webhooks as they are sent: a line for each change of the newest ${watchedMax}, until Ctrl-C.`,
  flags: {
    state: { value: 'state', help: 'only changes to this state, e.g. exhausted' },
    endpoint: { value: 'id', help: 'only webhooks of this endpoint' },
    json: { help: 'a line of JSON for each change' },
    ...connectionFlags,
  },
  examples: ['deliveries tail', 'deliveries tail --state exhausted --json'],
  run: (input) =>
    withClient(input, async (client) => {
      const { signal, terminal } = input;
      const state = readOneOf('the state', input.text('state'), deliveryStates);
      const endpointId = input.text('endpoint');
      const filter = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const outlast = createOutlast({ tell: terminal.tell, signal });
      let cursor = await readLatest(client, signal);
      let seen: ReadonlyMap<string, string> | undefined;
      for (;;) {
        const newest = await outlast(() =>
          readNewest(client.deliveries.list(filter, { pageSize: watchedMax, signal }).pages()),
        );
        const before = seen ?? new Map(newest.slice(0, -shownAtFirst).map((one) => [one.id, stampOf(one)]));
        for (const one of newest)
          if (before.get(one.id) !== stampOf(one) && (state === undefined || one.state === state))
            terminal.print(
              input.isOn('json')
                ? JSON.stringify(one)
                : renderDelivery(terminal, one, seen ? new Date() : new Date(one.settled_at ?? one.created_at)),
            );
        seen = new Map(newest.map((one) => [one.id, stampOf(one)]));
        const restMs = restOf(newest, Date.now());
        if (restMs < 2 * askEveryMs) await delay(askEveryMs, undefined, { signal });
        else
          cursor = await outlast(async (service) =>
            readEventPage(client, { after: cursor, waitMs: restMs, signal, service }).then((page) => page.next_cursor),
          );
      }
    }),
};

/** How long nothing but an event can change any of these, in milliseconds: until the next attempt. */
const restOf = (deliveries: readonly Delivery[], nowMs: number): number => {
  const dueMs = deliveries.flatMap(({ state, next_attempt_at: at }) => {
    if (state === 'in_flight') return [nowMs];
    return state === 'waiting' && at !== null ? [Date.parse(at)] : [];
  });
  return Math.max(0, Math.min(...dueMs, Number.MAX_SAFE_INTEGER) - nowMs);
};

/** How many earlier deliveries are shown first, for context. */
const shownAtFirst = 10;

/** Oldest first, as they are read. */
const readNewest = async (pages: AsyncIterable<{ data: Delivery[] }>): Promise<Delivery[]> => {
  for await (const { data } of pages) return data.toReversed();
  return [];
};

const stampOf = ({ state, attempt_count: attempts }: Delivery): string => `${state} ${attempts}`;

const describeError = (code: string): string => {
  const short = attemptErrors[code]?.short;
  return short === undefined ? toPrintable(code) : `${code} (${short})`;
};

const styles: Partial<Record<Delivery['state'], Style>> = {
  delivered: 'good',
  exhausted: 'bad',
  held: 'unsure',
  skipped: 'unsure',
};
const [stateWidth, eventWidth] = [9, 18];

const renderDelivery = (terminal: Terminal, one: Delivery, at: Date): string => {
  const style = one.last_error_code !== null && one.state === 'waiting' ? 'unsure' : styles[one.state];
  const state = one.state.padEnd(stateWidth);
  return [
    terminal.paint('faint', renderClock(at)),
    style === undefined ? state : terminal.paint(style, state),
    one.event.padEnd(eventWidth),
    `${one.order_id} #${one.sequence}`,
    `attempt ${one.attempt_count}`,
    ...(one.last_error_code === null ? [] : [describeError(one.last_error_code)]),
  ].join('  ');
};
