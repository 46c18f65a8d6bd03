import type { OrderMessage, Verdict } from '@delivery/contracts';
import type { Tracer } from '@delivery/tracing';
import type { ApplyMessages } from '../commands/apply-messages.js';

/** @param parent W3C trace context of the call: the webhooks that the report causes go on with it */
export type ApplyReport = (message: OrderMessage, parent: string | undefined) => Promise<Verdict>;

/** Decides one message outside of the queue, as the operator API does. Resolves after COMMIT. */
export const createApplyReport =
  (apply: ApplyMessages, tracer: Tracer | undefined): ApplyReport =>
  async (message, parent) => {
    const span = tracer?.follow('server', `report ${message.type}`, parent, { order_id: message.order_id });
    const traceparent = span?.traceparent ?? parent;
    let verdict: Verdict | undefined;
    try {
      const { verdicts } = await apply([message], traceparent ? new Map([[message.id, traceparent]]) : undefined);
      verdict = verdicts.get(message.id);
      if (!verdict) throw new Error(`no verdict for message ${message.id}`);
      return verdict;
    } finally {
      span?.end({ attributes: { outcome: verdict?.outcome }, error: verdict ? undefined : 'not_applied' });
    }
  };
