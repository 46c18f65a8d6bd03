import type { WaitReason } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatCountdown } from '../ui/format.js';
import { serverNowMs } from '../ui/time.js';
import { describeError } from '../webhooks/delivery-state.js';
import type { Failing } from './rules/receivers.js';

/** The reason why a delivery waits. A time in it is counted down: its component is drawn anew each second. */
export const describeWait = ({ reason, sequence, until, detail }: WaitReason): string => {
  const t = text().orders.wait;
  const leftMs = until === null ? 0 : Date.parse(until) - serverNowMs();
  const left = leftMs > 0 ? formatCountdown(leftMs) : undefined;
  switch (reason) {
    case 'predecessor':
      return t.predecessor(sequence);
    case 'retry':
      return t.retry(left);
    case 'held':
      if (detail === 'deleted') return t.deleted;
      return t.held(detail === null ? undefined : (text().endpoints.reason[detail] ?? detail));
    case 'probe':
      return t.probe(left);
    case 'pace':
      return t.pace(left);
    case 'ack':
      return t.ack(left);
    case 'window':
    case 'release':
    case 'publish':
    case 'answer':
    case 'fetch':
      return t[reason];
  }
};

export const describeFailing = ({ attempt, times }: Failing): string => {
  const t = text().orders;
  const { status_code, error_code } = attempt;
  return status_code === null ? t.failed(describeError(error_code ?? ''), times) : t.answered(status_code, times);
};
