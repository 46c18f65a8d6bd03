import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { CourierEvent, LaneDelivery, WebhookEvent } from '@delivery/contracts';
import { text } from '../text/index.js';
import { endpointName, formatCount, formatDuration } from '../ui/format.js';
import { ToneIcon } from '../ui/icons.js';
import { type Column, Table } from '../ui/table.js';
import { Clock } from '../ui/time.js';
import { DeliveryState, describeAnswer } from '../webhooks/delivery-table.js';
import { describeWait } from './receivers.js';
import {
  type Command,
  countBehind,
  type Emitted,
  findReceivers,
  type Lane,
  type LaneRow,
  toLaneRows,
} from './rules/lanes.js';

const shownRowMax = 60;

type HelpWith = (lane: Lane, delivery: LaneDelivery) => ComponentChildren;
/** `helpWith`: the button that helps with a stuck delivery, if the user may use one. */
type LaneTableProps = {
  commands: readonly Command[];
  events: readonly Emitted[];
  lanes: readonly Lane[];
  helpWith: HelpWith;
};

/** Time goes down; across are the command, the event, and each endpoint's delivery of it, the worst endpoint first. */
export const LaneTable = ({ commands, events, lanes, helpWith }: LaneTableProps) => {
  const t = text().orders;
  const showsAll = useSignal(false);
  const rows = toLaneRows(commands, events, lanes);
  const folded = showsAll.value ? 0 : Math.max(0, rows.length - shownRowMax);
  return (
    <>
      {folded > 0 && (
        <p class="more">
          <button type="button" onClick={() => (showsAll.value = true)}>
            {t.earlierRows(formatCount(folded))}
          </button>
        </p>
      )}
      <div class="lanes" role="region" aria-label={t.lanes} tabIndex={0}>
        <Table
          caption={t.lanes}
          keyOf={({ key }) => key}
          rows={rows.slice(folded)}
          columns={columns(
            findReceivers(lanes).map(({ lane }) => lane),
            helpWith,
          )}
        />
      </div>
    </>
  );
};

const columns = (lanes: readonly Lane[], helpWith: HelpWith): Column<LaneRow>[] => {
  const { orders: t, deliveries } = text();
  return [
    { key: 'at', header: deliveries.at, cell: ({ at }) => <Clock at={at} isExact /> },
    { key: 'asked', header: t.asked, cell: ({ command }) => (command ? <Asked command={command} /> : '') },
    { key: 'event', header: deliveries.event, cell: (row) => (row.event ? <EventCell row={row} /> : '') },
    ...lanes.map((lane): Column<LaneRow> => {
      return {
        key: lane.endpoint.id,
        header: endpointName(lane.endpoint),
        cell: ({ deliveries }) => {
          const delivery = deliveries.get(lane.endpoint.id);
          return delivery ? <DeliveryCard lane={lane} delivery={delivery} help={helpWith(lane, delivery)} /> : '';
        },
      };
    }),
  ];
};

const Asked = ({ command }: { command: Command }) => {
  const t = text().orders;
  const { outcome, detail, code } = command;
  const explanation = [outcome !== 'applied' && t.outcome[outcome], detail ?? code].filter(Boolean).join(': ');
  return (
    <>
      {t.command[command.type] ?? command.type}
      {explanation !== '' && <p class="quiet">{explanation}</p>}
    </>
  );
};

const EventCell = ({ row: { event, replayId } }: { row: LaneRow }) => {
  const t = text().orders;
  if (!event) return null;
  return (
    <>
      <strong>{t.number(event.sequence)}</strong> {describeEvent(event.event)}
      {event.event === 'status_changed' && event.status && <p>{t.status[event.status]}</p>}
      {replayId !== null && <p class="quiet">{t.again}</p>}
    </>
  );
};

/** Events may grow in number: one that is not known here is shown as it is. */
const describeEvent = (event: string): string => {
  const known: Readonly<Record<string, string> & Record<WebhookEvent | CourierEvent, string>> = text().event;
  return known[event] ?? event;
};

const shownAttemptMax = 3;

type Attempt = LaneDelivery['attempts'][number];
/** `help`: the button that helps with a stuck delivery, if the user may use one. */
type CardProps = { lane: Lane; delivery: LaneDelivery; help: ComponentChildren };

const DeliveryCard = ({ lane, delivery, help }: CardProps) => {
  const t = text().orders;
  const behind = countBehind(lane, delivery);
  const attempts = delivery.attempts;
  const earlier = attempts.slice(0, -shownAttemptMax);
  return (
    <div class={behind > 0 ? 'delivery-card blocks' : 'delivery-card'}>
      <p>
        <DeliveryState delivery={delivery} />
      </p>
      {behind > 0 && (
        <p class="blocks-words">
          <ToneIcon tone="warn" />
          {t.blocks(behind)}
        </p>
      )}
      {delivery.waits_for && <p>{describeWait(delivery.waits_for)}</p>}
      {earlier.length > 0 && (
        <details>
          <summary>{t.earlier(earlier.length)}</summary>
          <Attempts attempts={earlier} />
        </details>
      )}
      <Attempts attempts={attempts.slice(-shownAttemptMax)} />
      {help}
    </div>
  );
};

const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <ol>
    {attempts.map((attempt) => (
      <li key={`${attempt.attempt} ${attempt.at}`}>
        <AttemptLine attempt={attempt} />
      </li>
    ))}
  </ol>
);

const AttemptLine = ({ attempt }: { attempt: Attempt }) => {
  const { orders, deliveries } = text();
  const { error_detail, response_excerpt } = attempt;
  return (
    <>
      {orders.attempt(attempt.attempt)}: {describeAnswer(attempt)}, {formatDuration(attempt.duration_ms)},{' '}
      <Clock at={attempt.at} isExact />
      {error_detail && <code>{error_detail}</code>}
      {response_excerpt && (
        <details>
          <summary>{deliveries.response}</summary>
          <pre class="excerpt" tabIndex={0}>
            {response_excerpt}
          </pre>
        </details>
      )}
    </>
  );
};
