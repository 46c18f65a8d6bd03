import type { webhooks } from '../openapi.generated.js';

/** Of the headers. */
export type WebhookFacts = {
  /** `webhook-id`: the same for every repeat, of a replay too. */
  webhookId: string;
  /** From 1. */
  attempt: number;
  /** Place of the event in its order, or among those about one endpoint, from 1. */
  sequence: number;
  /** The last sequence of the same that was addressed to this endpoint; 0: none. */
  previousSequence: number;
  /** When this attempt was made. */
  sentAt: Date;
  /** The replay that asked for it; `undefined`: none did. */
  replayId: string | undefined;
  /** An example that was asked for, about no order. */
  isTest: boolean;
  /** `external_data` byte for byte; `body.external_data` is the same parsed. */
  externalDataText: string;
};

/** What the document says of each webhook. */
type Bodies = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
};

/** A verified webhook. `event` discriminates the bodies; an event that this version does not know is `unknown`. */
export type WebhookEvent = WebhookFacts &
  (
    | { [Name in keyof Bodies]: { event: Name; body: Bodies[Name] } }[keyof Bodies]
    | { event: 'unknown'; body: { id: string; event: string; [field: string]: unknown } }
  );
