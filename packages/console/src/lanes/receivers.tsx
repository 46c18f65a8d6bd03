import type { OrderStatus, WaitReason } from '@delivery/contracts';
import { may } from '../api/session.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { endpointName, formatCountdown } from '../ui/format.js';
import { type Tone, ToneIcon } from '../ui/icons.js';
import { serverNowMs } from '../ui/time.js';
import { ReplayButton } from '../webhooks/delivery.js';
import { describeError } from '../webhooks/delivery-table.js';
import { SwitchButton } from '../webhooks/endpoint.js';
import { type Failing, findReceivers, type Lane, type Receiver } from './rules/lanes.js';

type ReceiversProps = {
  lanes: readonly Lane[];
  status: OrderStatus;
  /** The path of who owns a lane's endpoint. */
  ownerOf: (lane: Lane) => string;
  refresh: () => void;
};

/** The order's deliveries to each endpoint, the worst first. */
export const Receivers = ({ lanes, status, ownerOf, refresh }: ReceiversProps) => {
  const t = text().orders;
  const receivers = findReceivers(lanes);
  return (
    <section class="card" aria-labelledby="receivers">
      <h2 id="receivers">{t.receivers}</h2>
      {receivers.length === 0 && <p>{status === 'created' ? t.nothingYet : t.nothing}</p>}
      <ul class="receivers">
        {receivers.map((receiver) => (
          <li key={receiver.lane.endpoint.id}>
            <ToneIcon tone={toneOf(receiver)} />
            <p>
              <a href={hrefTo(['endpoints', receiver.lane.endpoint.id])}>{nameOf(receiver)}</a>
              {': '}
              {describeReceiver(receiver)}
            </p>
            <ReceiverHelp owner={ownerOf(receiver.lane)} receiver={receiver} refresh={refresh} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const nameOf = ({ lane: { endpoint } }: Receiver): string => endpointName(endpoint);

const toneOf = ({ state, failing }: Receiver): Tone => {
  switch (state) {
    case 'lost':
      return 'bad';
    case 'waits':
      return failing ? 'warn' : 'info';
    case 'skipped':
      return 'idle';
    case 'heard':
      return 'good';
  }
};

const describeReceiver = ({ state, lost, again, waiting, skipped, head, failing }: Receiver): string => {
  const t = text().orders.receiver;
  if (state === 'heard') return t.heard;
  const counts = [
    lost.length > 0 && t.lost(lost.length),
    again > 0 && t.again(again),
    waiting > 0 && t.waits(waiting),
    skipped > 0 && t.skipped(skipped),
  ].filter(Boolean);
  const reasons = [failing && describeFailing(failing), head?.waits_for && describeWait(head.waits_for)].filter(
    Boolean,
  );
  return `${[counts.join(', '), reasons.join('; ')].filter(Boolean).join(': ')}.`;
};

type ReceiverHelpProps = { owner: string; receiver: Receiver; refresh: () => void };

/** The one action that helps an endpoint hear the rest. */
const ReceiverHelp = ({ owner, receiver, refresh }: ReceiverHelpProps) => {
  const { lane, lost, again, waiting } = receiver;
  if (!may('act')) return null;
  if (waiting > 0 && lane.endpoint.status === 'disabled') {
    return <SwitchButton endpoint={lane.endpoint} onDone={refresh} />;
  }
  if (lost.length === 0 || again > 0 || lane.endpoint.status === 'deleted') return null;
  return (
    <ReplayButton
      owner={owner}
      ids={lost.map(({ id }) => id)}
      label={text().orders.sendAgain(lost.length)}
      onDone={refresh}
    />
  );
};

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
      return until === null ? t.probing : t.probe(left);
    case 'pace':
      return until === null ? t.window : t.pace(left);
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

const describeFailing = ({ attempt, times }: Failing): string => {
  const t = text().orders;
  const { status_code, error_code } = attempt;
  return status_code === null ? t.failed(describeError(error_code ?? ''), times) : t.answered(status_code, times);
};
