import type { MerchantMode, OperatorEndpointListEntry } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Empty, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { endpointColumnsOfAll, endpointKey } from '../endpoints/endpoint-table.js';
import { text } from '../text/index.js';

const everyMs = 5_000;
const shownMax = 8;

/** Those of a mode that do not answer, are not fetched from, answer with errors, are slowed down or are disabled; undefined: not known yet. */
export const useTroubledEndpoints = (mode: MerchantMode): readonly OperatorEndpointListEntry[] | undefined => {
  const lists = [
    useLive(reads.endpoints({ mode, health: 'breaker_open', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'not_fetching', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'ok', failing: 'true', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'narrowed', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ mode, health: 'disabled', limit: shownMax }), everyMs),
  ].map(({ data }) => data.value?.data);
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
};

type Rows = { rows: readonly OperatorEndpointListEntry[] | undefined };

export const TroubledEndpoints = ({ rows }: Rows) => {
  const t = text().now;
  return (
    <section class="card" aria-labelledby="troubled">
      <h2 id="troubled">{t.troubledTitle}</h2>
      {rows === undefined && <Loading />}
      {rows?.length === 0 && <Empty title={t.troubledNone} />}
      <TroubledTable caption={t.troubledTitle} rows={rows} />
    </section>
  );
};

export const TroubledTable = ({ caption, rows = [] }: Rows & { caption: string }) =>
  rows.length === 0 ? null : (
    <Table
      caption={caption}
      columns={endpointColumnsOfAll().filter(({ key }) => key !== 'window')}
      keyOf={endpointKey}
      rows={rows.slice(0, shownMax)}
    />
  );
