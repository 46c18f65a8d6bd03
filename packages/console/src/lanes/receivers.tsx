import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { endpointName } from '../ui/format.js';
import { type Tone, ToneIcon } from '../ui/icons.js';
import { ReceiverHelp } from './receiver-help.js';
import { findReceivers, type Lane, type Receiver } from './rules/receivers.js';
import { describeFailing, describeWait } from './wait-words.js';

type ReceiversProps = {
  lanes: readonly Lane[];
  /** The path of who owns a lane's endpoint. */
  ownerOf: (lane: Lane) => string;
  refresh: () => void;
};

/** What each endpoint heard of the order, the worst first. */
export const Receivers = ({ lanes, ownerOf, refresh }: ReceiversProps) => {
  const t = text().orders;
  const receivers = findReceivers(lanes);
  return (
    <section class="card" aria-labelledby="receivers">
      <h2 id="receivers">{t.receivers}</h2>
      {receivers.length === 0 && <p>{t.nothing}</p>}
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
