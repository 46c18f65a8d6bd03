import { setTimeout as delay } from 'node:timers/promises';
import { publishMessages, type RawMessage } from '@delivery/test-support';

/** A courier system that reports over AMQP, its own way to the broker undisturbed. */
export type CourierLine = {
  /** Resolves when the broker has confirmed it, however often it has to be published; rejects when aborted. */
  report: (message: RawMessage, signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

const pauseMs = 100;

type Waiting = { message: RawMessage; resolve: () => void };

/** Collects reports and publishes them together. Unconfirmed ones are published again: duplicates with equal ids. */
export const openCourierLine = (rabbitmqUrl: string): CourierLine => {
  const waiting = new Set<Waiting>();
  let isClosed = false;
  let last = 'it was not published yet';
  const publishAll = async (): Promise<void> => {
    const batch = [...waiting];
    if (batch.length === 0) return;
    await publishMessages(
      rabbitmqUrl,
      batch.map(({ message }) => message),
    );
    for (const each of batch) {
      waiting.delete(each);
      each.resolve();
    }
  };
  const work = async (): Promise<void> => {
    while (!isClosed) {
      // Outages of the broker are expected here: the reports wait, and name the cause when they stay unfinished.
      await publishAll().catch((error: unknown) => {
        last = error instanceof Error ? error.message : String(error);
      });
      await delay(pauseMs);
    }
  };
  const done = work();
  return {
    report: (message, signal) =>
      new Promise((resolve, reject) => {
        const entry = { message, resolve };
        const giveUp = (): void => {
          waiting.delete(entry);
          reject(new Error(`the broker did not confirm a report: ${last}`));
        };
        if (signal.aborted) return giveUp();
        waiting.add(entry);
        signal.addEventListener('abort', giveUp);
      }),
    close: async () => {
      isClosed = true;
      await done;
    },
  };
};
