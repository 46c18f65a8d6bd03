import type { DeliveryClient } from '@delivery/client';
import {
  createMemoryStore,
  createOrderGuard,
  type IncomingWebhook,
  type Verdict,
  verify,
  type WebhookEvent,
} from '@delivery/client/webhooks';

export type Till = {
  /**
   * Believes a webhook and notes it, so that it is worked off once. In production both are in one transaction (the
   * client's README has a store in SQL); here all is forgotten when the process ends.
   * @throws WebhookRefusedError where it is not to be believed
   */
  take: (incoming: IncomingWebhook) => Promise<{ handled: Verdict['kind']; work: () => Promise<void> }>;
};

type TillDeps = { client: DeliveryClient; secrets: readonly string[]; print: (line: string) => void };

export const createTill = ({ client, secrets, print }: TillDeps): Till => {
  const guard = createOrderGuard(createMemoryStore());
  const board = createBoard(print);

  const work = async (event: WebhookEvent, verdict: Verdict): Promise<void> => {
    if (verdict.kind === 'repeat') return;
    if (verdict.kind === 'gap') {
      const missed = client.orders.listEvents(event.body.id, { after: verdict.missing.after });
      for await (const one of missed) if ('event' in one) board.show({ ...one.body }, one.sequence);
    }
    board.show({ ...event.body }, event.sequence);
  };

  return {
    take: async (incoming) => {
      const event = await verify(incoming, secrets);
      const verdict = await guard.check(event);
      return { handled: verdict.kind, work: () => work(event, verdict) };
    },
  };
};

type Shown = { id: string; event: string; display_id?: unknown; status?: unknown; tracking_url?: unknown };

/** Each order's newest state: what comes late, or twice because a gap was filled, changes nothing. */
const createBoard = (print: TillDeps['print']) => {
  const newest = new Map<string, number>();
  return {
    show: ({ id, event, display_id, status, tracking_url }: Shown, sequence: number): void => {
      if (sequence <= (newest.get(id) ?? 0)) return;
      newest.set(id, sequence);
      print(['order', display_id, status, event === 'tracking_url_added' ? tracking_url : ''].join('  ').trimEnd());
    },
  };
};
