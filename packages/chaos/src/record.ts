import type { CourierEventBody, ExternalOrder, OrderStatus, WebhookBody } from '@delivery/contracts';

/** One webhook as a server or till saw it, in order of arrival. */
export type ReceivedWebhook<Body = WebhookBody> = {
  /** Name of the endpoint, unique in the round. */
  endpoint: string;
  webhookId: string;
  attempt: number;
  sequence: number;
  previousSequence: number;
  /** When it arrived. */
  atMs: number;
  /** It says that it is a replay. */
  isReplay: boolean;
  body: Body;
  isSigned: boolean;
  /** It was answered with 2xx, as far as the server knows; of a till: it was kept, and its ack is sent. */
  isAccepted: boolean;
};

/** An order as its clients and couriers know it: nothing here was asked of the system afterwards. */
export type OrderRecord = {
  id: string;
  /** The body of the create: a repeat must be equal. */
  content: ExternalOrder;
  shop: number;
  /** Ready was answered with 200 or 202. */
  isReadyAccepted: boolean;
  isCancelSent: boolean;
  isCancelAccepted: boolean;
  /** Reports that were answered with 200. */
  reported: OrderStatus[];
};

/** Everything that was seen in one round from outside. */
export type RoundRecord = {
  orders: Map<string, OrderRecord>;
  webhooks: Map<string, ReceivedWebhook[]>;
  /** At the server of a courier's system, by delivery. */
  courierWebhooks: Map<string, ReceivedWebhook<CourierEventBody>[]>;
  /** When the fault of the round began, if it may have a message sent again: see `canRepeat`. */
  disturbedMs: number;
  /**
   * Answers that no client should ever get, as sentences. A sentence about one order begins with its id; the same holds
   * for `unfinished`.
   */
  wrongAnswers: string[];
  /** Calls that got no answer or 503, and were sent again: the fault was felt. */
  retryCount: number;
  /** Steps that could not be finished in time, as sentences. */
  unfinished: string[];
};

export const createRoundRecord = (): RoundRecord => ({
  orders: new Map(),
  webhooks: new Map(),
  courierWebhooks: new Map(),
  disturbedMs: Infinity,
  wrongAnswers: [],
  retryCount: 0,
  unfinished: [],
});
