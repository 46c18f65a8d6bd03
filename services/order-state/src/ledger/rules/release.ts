import type { MerchantMode, SealedHeader, WebhookEvent } from '@delivery/contracts';
import type { SealedSecret } from '../../endpoints/rules/secrets.js';

/** A delivery that may go out now, with all that is needed to send or sign it. */
type Outgoing = {
  id: string;
  order_id: string;
  endpoint_id: string;
  merchant_id: string;
  mode: MerchantMode;
  sequence: number;
  previous_sequence: number;
  event: WebhookEvent;
  webhook_id: string;
  generation: number;
  attempt_count: number;
  schedule_base: number;
  /** Sent before the time until which it waited, because its endpoint catches up. */
  is_early: boolean;
  replay_id: string | null;
  body: string;
  traceparent: string | null;
  secrets: SealedSecret[];
  header: SealedHeader | null;
};

/** A release for the dispatcher. */
export type Release = Outgoing & {
  url: string;
  /** Its endpoint was asked to get a fault, which may be for this delivery. */
  has_fault: boolean;
  /** Nothing is known to wait until it is settled: its window has room for more than is due, and nothing is behind it in its lane. */
  report_batchable: boolean;
};

/** A release that a poll took. */
export type Taken = Outgoing & {
  /** Which of the polls that came together. */
  place: number;
  visible_until: Date;
};
