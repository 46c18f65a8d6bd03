import { text } from '../text/index.js';
import { formatAbout } from './format.js';
import { Badge } from './icons.js';
import { serverNowMs } from './time.js';

/** By how much an order is late; nothing where it is not. */
export const Late = ({ since }: { since: string | null }) => {
  if (since === null) return null;
  const seconds = Math.max(1, Math.round((serverNowMs() - Date.parse(since)) / 1_000));
  return <Badge tone="warn">{text().late(formatAbout(seconds))}</Badge>;
};
