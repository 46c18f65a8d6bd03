import { feedHeaders, type FeedState, feedStates } from '@delivery/contracts';
import type { Answer } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import type { InternalAnswer } from '../order-state/order-state-client.js';
import { askOrderState, passAnswer, type PassedCall, unanswerable } from '../order-state/pass-through.js';

/** One page of order-state's, and its metadata. */
export type FeedRead = {
  answer: Answer;
  /** Nothing is on the page. */
  isEmpty: boolean;
  state: FeedState;
  /** Where the next read goes on. */
  next: string;
};

/** @throws ProblemError */
export const readFeed = async (orderState: MerchantCalls, call: PassedCall): Promise<FeedRead> => {
  const answer = await askOrderState(orderState, call);
  const reported = (name: string): string => toldOf(answer, name);
  const state = feedStates.find((known) => known === reported(feedHeaders.state));
  if (!state) throw unanswerable(new Error('order-state sent no valid feed state'));
  return {
    answer: passAnswer(answer),
    isEmpty: reported(feedHeaders.count) === '0',
    state,
    next: reported(feedHeaders.next),
  };
};

const toldOf = ({ headers }: InternalAnswer, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
