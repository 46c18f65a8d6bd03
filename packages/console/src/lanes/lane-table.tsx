import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { LaneDelivery } from '@delivery/contracts';
import { text } from '../text/index.js';
import { endpointName, formatCount } from '../ui/format.js';
import { type Column, Table } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { DeliveryCard } from './delivery-card.js';
import { describeEvent } from './describe-event.js';
import { type Command, type Emitted, type LaneRow, toLaneRows } from './rules/lane-rows.js';
import type { Lane } from './rules/receivers.js';

const shownRowMax = 60;

type HelpWith = (lane: Lane, delivery: LaneDelivery) => ComponentChildren;
/** `helpWith`: the button that helps with a stuck delivery, if the user may use one. */
type LaneTableProps = {
  commands: readonly Command[];
  events: readonly Emitted[];
  lanes: readonly Lane[];
  helpWith: HelpWith;
};

/** Time goes down; across are the command, the event, and each endpoint's delivery of it. */
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
          columns={columns(lanes, helpWith)}
        />
      </div>
    </>
  );
};

const columns = (lanes: readonly Lane[], helpWith: HelpWith): Column<LaneRow>[] => {
  const t = text().orders;
  return [
    { key: 'at', header: t.when, cell: ({ at }) => <Ago at={at} /> },
    { key: 'asked', header: t.asked, cell: ({ command }) => (command ? <Asked command={command} /> : '') },
    { key: 'event', header: t.event, cell: (row) => (row.event ? <EventCell row={row} /> : '') },
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
