import type { IgnoredFields } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { Verdict } from '../../ui/cards.js';
import { formatCount } from '../../ui/format.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { CourierCard } from './courier-card.js';

type SandboxCardsProps = { id: string; refresh: () => void };

/** What an order of a sandbox merchant has beside a live one's. */
export const SandboxCards = ({ id, refresh }: SandboxCardsProps) => {
  const live = useLive(reads.sandboxOrder(id));
  const order = live.data.value;
  return (
    <>
      {order && order.ignored.count > 0 && <IgnoredWarning ignored={order.ignored} />}
      {mayChange.value && <CourierCard live={live} refresh={refresh} />}
    </>
  );
};

const IgnoredWarning = ({ ignored: { pointers, count } }: { ignored: IgnoredFields }) => {
  const t = text().courier;
  const unnamed = count - pointers.length;
  const named = pointers.map((pointer) => ({ words: decodeURIComponent(pointer) }));
  return (
    <Verdict
      tone="warn"
      title={t.ignored(formatCount(count), count)}
      words={t.ignoredText}
      concerns={unnamed > 0 ? [...named, { words: t.ignoredMore(formatCount(unnamed)) }] : named}
    />
  );
};
