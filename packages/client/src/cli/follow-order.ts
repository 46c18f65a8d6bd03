import type { DeliveryClient } from '../client.js';
import type { CommandInput } from './command.js';
import { createOutlast } from './outlast-outages.js';
import type { Terminal } from './output/terminal.js';
import { readEventPage, readLatest } from './wait-for-events.js';

export type Followed<Told> = {
  externalId: string;
  /** What happened since this was last called, oldest first. */
  readNew: () => Promise<Told[]>;
  render: (one: Told) => string;
  isLast: (one: Told) => boolean;
};

/** Prints each event of an order as it happens, until the last one. */
export const followOrder = async <Told>(
  client: DeliveryClient,
  { signal, terminal, isOn }: CommandInput,
  { externalId, readNew, render, isLast }: Followed<Told>,
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
