import { text } from '../text/index.js';
import { type Tone, ToneIcon } from '../ui/icons.js';
import { findVerdict, type Lane, type OrderVerdict } from './rules/order-verdict.js';
import { describeFailing, describeWait } from './wait-words.js';

/** How an order's webhooks are, in one sentence. */
export const VerdictLine = ({ lanes }: { lanes: readonly Lane[] }) => {
  const verdict = findVerdict(lanes);
  return (
    <p class="order-verdict">
      <ToneIcon tone={toneOf(verdict)} />
      <span>{describeVerdict(verdict)}</span>
    </p>
  );
};

const toneOf = (verdict: OrderVerdict): Tone => {
  switch (verdict.kind) {
    case 'nothing':
      return 'idle';
    case 'done':
      return 'good';
    case 'lost':
      return 'bad';
    case 'waits':
      return verdict.failing ? 'warn' : 'info';
  }
};

const describeVerdict = (verdict: OrderVerdict): string => {
  const t = text().orders;
  switch (verdict.kind) {
    case 'nothing':
      return t.nothing;
    case 'done':
      return t.allDelivered(verdict.delivered);
    case 'lost':
      return t.lost(verdict.exhausted, verdict.skipped);
    case 'waits': {
      const { head, waits, failing, last, others } = verdict;
      const parts = [...(failing ? [describeFailing(failing)] : []), describeWait(waits)].join('; ');
      return `${t.waits(head.sequence, last, parts)}${others > 0 ? ` ${t.others(others)}` : ''}`;
    }
  }
};
