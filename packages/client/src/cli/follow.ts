import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryClient } from '../client.js';
import { NoAnswerError } from '../errors.js';
import { isProblem } from '../problems.js';
import type { FeedPage } from '../types.js';
import type { CommandInput } from './command.js';
import type { Terminal } from './output.js';

export type Followed<Entry> = {
  externalId: string;
  /** Reads what happened since the last call, oldest first. */
  readNew: () => Promise<Entry[]>;
  render: (one: Entry) => string;
  isLast: (one: Entry) => boolean;
};

/** Prints each event of an order as it happens, until the last one. */
export const followOrder = async <Entry>(
  client: DeliveryClient,
  { signal, terminal, isOn }: CommandInput,
  { externalId, readNew, render, isLast }: Followed<Entry>,
): Promise<void> => {
  const outlast = createOutlast({ tell: terminal.tell, signal });
  // The cursor is read first: an event that the first look at the order misses ends the wait for the next one.
  let cursor = await readLatest(client, signal);
  for (;;) {
    for (const one of await outlast(readNew)) {
      terminal.print(isOn('json') ? JSON.stringify(one) : render(one));
      if (isLast(one)) return;
    }
    for (let isTold = false; !isTold;) {
      const page = await outlast((service) =>
        readEventPage(client, { after: cursor, waitMs: Infinity, signal, service }),
      );
      cursor = page.next_cursor;
      isTold = page.data.some(({ body }) => 'external_id' in body && body.external_id === externalId);
    }
  }
};

const elapsedWidth = 8;

export const renderElapsed = (terminal: Terminal, at: string, startedMs: number): string => {
  const elapsed = `${(Math.max(0, Date.parse(at) - startedMs) / 1_000).toFixed(1)} s`;
  return terminal.paint('faint', elapsed.padStart(elapsedWidth));
};

/** The wait of one call, which then ends by itself. */
const feedWaitMaxSeconds = 20;

/** Where the feed ends now. */
export const readLatest = async (client: DeliveryClient, signal: AbortSignal): Promise<string> => {
  const page = await readFirst(client.events.list({}, { after: 'latest', signal }).pages());
  return page.next_cursor;
};

/**
 * Waits for an event, for so long at most; the page may be empty.
 * @param read.service while it is away the call does not wait for events: its first answer shows that it is back
 */
export const readEventPage = (
  { events }: DeliveryClient,
  {
    after,
    waitMs,
    signal,
    service,
  }: { after: string; waitMs: number; signal: AbortSignal; service: { isAway: boolean } },
): Promise<FeedPage> => {
  const wait = service.isAway ? 0 : Math.min(feedWaitMaxSeconds, Math.floor(waitMs / 1_000));
  return readFirst(events.follow({}, { after, wait, signal }).pages());
};

const readFirst = async (pages: AsyncIterable<FeedPage>): Promise<FeedPage> => {
  for await (const page of pages) return page;
  throw new Error('a feed has a first page, be it empty');
};

const askAgainAfterMs = 1_000;

/** Only for calls that may be repeated. @throws errors that are no outage, and the signal's reason */
export type Outlast = <Result>(call: (state: { isAway: boolean }) => Promise<Result>) => Promise<Result>;

/**
 * Repeats a call while the service is away, and prints once that it is away and once that it is back. A service that
 * has never answered is not waited for: then something else is wrong.
 */
export const createOutlast = ({ tell, signal }: { tell: (line: string) => void; signal: AbortSignal }): Outlast => {
  let wasThere = false;
  let isAway = false;
  return async (call) => {
    for (;;) {
      try {
        const result = await call({ isAway });
        if (isAway) tell('the service is back');
        [wasThere, isAway] = [true, false];
        return result;
      } catch (error) {
        if (!wasThere || !isOutage(error)) throw error;
        if (!isAway) tell('the service is unavailable: continuing when it is back');
        isAway = true;
        await delay(askAgainAfterMs, undefined, { signal });
      }
    }
  };
};

const isOutage = (error: unknown): boolean =>
  error instanceof NoAnswerError || (isProblem(error) && (error.status >= 500 || error.status === 429));

const askEveryMs = 300;
const untilMaxMs = 15_000;

/** Asks until there is an answer, for 15 s at most. @returns undefined when there is none by then */
export const until = async <T>(ask: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> => {
  const endMs = Date.now() + untilMaxMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined || Date.now() > endMs) return found;
    await delay(askEveryMs, undefined, { signal });
  }
};
