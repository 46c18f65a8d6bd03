import { type TakePoll, takePollsMax, type TakeResult, takeResultsSchema } from '@delivery/contracts';
import { createNaturalBatches } from '@delivery/service-kit';
import {
  answerDeadlineMs,
  type OrderStateClient,
  OrderStateUnavailableError,
} from '../order-state/order-state-client.js';

export type WantedTake = { poll: TakePoll; isDisconnected: () => boolean };

/** `undefined`: the client disconnected before its messages were asked for. @throws OrderStateUnavailableError */
export type Take = (wanted: WantedTake) => Promise<TakeResult | undefined>;

/**
 * Takes messages from order-state for the polls that came while the last request was under way: one request at a time,
 * however many poll. For a poll whose client is gone nothing is taken: it would lie until its visibility ends.
 */
export const createTake = (deps: { orderState: OrderStateClient; onRequest: (polls: number) => void }): Take =>
  createNaturalBatches<WantedTake, TakeResult | undefined>({
    batchMax: takePollsMax,
    run: async (wanted) => {
      const present = wanted.filter(({ isDisconnected }) => !isDisconnected());
      if (present.length === 0) return wanted.map(() => undefined);
      deps.onRequest(present.length);
      const results = await requestTake(
        deps.orderState,
        present.map(({ poll }) => poll),
      );
      const byWanted = new Map(present.map((one, index) => [one, results[index]]));
      return wanted.map((one) => byWanted.get(one));
    },
  });

const requestTake = async (orderState: OrderStateClient, polls: readonly TakePoll[]): Promise<TakeResult[]> => {
  const { status, body } = await orderState.call({
    method: 'POST',
    path: '/internal/v1/messages/take',
    timeoutMs: answerDeadlineMs,
    body: Buffer.from(JSON.stringify({ polls })),
  });
  if (status !== 200) throw new OrderStateUnavailableError(`order-state answered a fetch of messages with ${status}`);
  const { results } = takeResultsSchema.parse(JSON.parse(body.toString('utf8')));
  if (results.length !== polls.length)
    throw new OrderStateUnavailableError('order-state answered with another number of results than polls were sent');
  return results;
};
