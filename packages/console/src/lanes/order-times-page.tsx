import type { OrderPart, OrderTimes, OrderTimesGroup, OrderTimesRow } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { type Get, get, urlOf } from '../api/request.js';
import type { Series } from '../charts/draw-chart.js';
import { StackedBars } from '../charts/stacked-bars.js';
import { DownloadLinks } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { Filters, FilterSelect } from '../ui/filters.js';
import { formatCount, formatDay, formatDuration, formatMonth } from '../ui/format.js';
import { listSteps } from '../ui/rules/dates.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Dash } from '../ui/time.js';
import type { WebhookOwner } from '../webhooks/calls.js';
import { ReceiverTimes } from '../webhooks/receiver-times.js';

const everyMs = 10_000;
/** Stores and systems seldom change. */
const choicesEveryMs = 60_000;

const parts: readonly [OrderPart, Series['colour']][] = [
  ['kitchen', 'one'],
  ['finding_courier', 'three'],
  ['courier_to_store', 'two'],
  ['courier_waiting', 'five'],
  ['road', 'four'],
];
const groups: readonly OrderTimesGroup[] = ['day', 'month', 'store', 'courier_system'];

type PageProps = {
  owner: WebhookOwner;
  /** Where the app's API has the call, and where the page is. */
  path: string;
  place: readonly string[];
  query: URLSearchParams;
};

/** Where the minutes of a merchant's orders went. */
export const OrderTimesPage = ({ owner, path, place, query }: PageProps) => {
  const t = text().orderTimes;
  const by = groups.find((known) => known === query.get('by')) ?? 'day';
  const chosen = {
    store_ref: query.get('store_ref') ?? undefined,
    courier_system: query.get('courier_system') ?? undefined,
  };
  const read = get<OrderTimes>(path, { by, ...chosen });
  const hrefWith = (changes: Partial<typeof chosen & { by: OrderTimesGroup }>): string =>
    hrefTo(place, { by, ...chosen, ...changes });
  return (
    <>
      <Filters
        label={t.by}
        choices={groups.map((each) => ({
          label: t.group[each],
          href: hrefWith({ by: each }),
          isChosen: each === by,
        }))}
      />
      <div class="filter-bar">
        <GroupFilter
          label={t.group.store}
          groups={get(path, { by: 'store' })}
          chosen={chosen.store_ref}
          hrefOf={(store_ref) => hrefWith({ store_ref })}
        />
        <GroupFilter
          label={t.group.courier_system}
          groups={get(path, { by: 'courier_system' })}
          chosen={chosen.courier_system}
          hrefOf={(courier_system) => hrefWith({ courier_system })}
        />
        <DownloadLinks hrefs={{ CSV: urlOf(get(path, { by, ...chosen, format: 'csv' })) }} />
      </div>
      <Loaded live={useLive(read, everyMs)}>{(times) => <Times by={by} times={times} />}</Loaded>
      <ReceiverTimes owner={owner} />
    </>
  );
};

type GroupFilterProps = {
  label: string;
  groups: Get<OrderTimes>;
  chosen: string | undefined;
  hrefOf: (group: string | undefined) => string;
};

/** The stores or systems of ended orders, and the chosen one. */
const GroupFilter = ({ label, groups: read, chosen, hrefOf }: GroupFilterProps) => {
  const known = useLive(read, choicesEveryMs).data.value?.data.flatMap(({ group }) => group ?? []) ?? [];
  const all = [undefined, ...new Set([...known, ...(chosen === undefined ? [] : [chosen])])];
  return (
    <FilterSelect
      label={label}
      choices={all.map((group) => ({
        label: group ?? text().orderTimes.any,
        href: hrefOf(group),
        isChosen: group === chosen,
      }))}
    />
  );
};

type TimesProps = { by: OrderTimesGroup; times: OrderTimes };

const Times = ({ by, times: { data: rows, from, to } }: TimesProps) => {
  const t = text().orderTimes;
  if (rows.length === 0) return <Empty title={t.none}>{t.noneText}</Empty>;
  const steps = by === 'day' || by === 'month' ? listSteps(by, from, to) : undefined;
  const byGroup = new Map(rows.map((row) => [row.group, row]));
  const nameOf = ({ group }: OrderTimesRow): string => nameGroup(by, group);
  return (
    <>
      {steps && (
        <StackedBars
          id="order-times"
          title={t.chart}
          names={steps.map((step) => nameGroup(by, step))}
          series={parts.map(([part, colour]) => ({
            name: t.part[part],
            colour,
            values: steps.map((step) => averageMs(byGroup.get(step), part) ?? 0),
          }))}
          format={formatDuration}
        />
      )}
      <section class="card">
        <Table
          caption={t.chart}
          columns={[
            {
              key: 'group',
              header: t.group[by],
              onPhone: 'first',
              cell: (row) => (row.group === null ? <Dash /> : nameOf(row)),
            },
            {
              key: 'orders',
              header: t.orders,
              isNumber: true,
              onPhone: 'second labelled',
              cell: ({ orders }) => formatCount(orders),
            },
            ...parts.map(([part]) => columnOf(part)),
          ]}
          keyOf={({ group }) => group ?? ''}
          rows={steps ? rows.toReversed() : rows}
        />
      </section>
      <p class="quiet">{t.note}</p>
    </>
  );
};

const nameGroup = (by: OrderTimesGroup, group: string | null): string => {
  if (group === null) return '';
  if (by === 'day') return formatDay(group);
  return by === 'month' ? formatMonth(group) : group;
};

const averageMs = (row: OrderTimesRow | undefined, part: OrderPart): number | undefined =>
  row === undefined || row[part].orders === 0 ? undefined : (row[part].seconds * 1_000) / row[part].orders;

const columnOf = (part: OrderPart): Column<OrderTimesRow> => ({
  key: part,
  header: text().orderTimes.part[part],
  isNumber: true,
  onPhone: 'second labelled',
  cell: (row) => {
    const ms = averageMs(row, part);
    return ms === undefined ? <Dash /> : formatDuration(ms);
  },
});
