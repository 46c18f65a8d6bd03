import type { CourierEvent, WebhookEvent } from '@delivery/contracts';
import { text } from '../text/index.js';

/** Events may grow in number: one that is not known here is shown as it is. */
export const describeEvent = (event: string): string => {
  const known: Readonly<Record<string, string> & Record<WebhookEvent | CourierEvent, string>> = text().event;
  return known[event] ?? event;
};
