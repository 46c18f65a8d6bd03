import type { OperatorEndpointListEntry } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { Empty, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { endpointColumnsOfAll, endpointKey } from '../endpoints/endpoint-table.js';
import { text } from '../text/index.js';

const everyMs = 5_000;
const shownMax = 8;

/** Those that do not answer, are not fetched from, answer with errors, are slowed down or are disabled; undefined: not known yet. */
export const useTroubledEndpoints = (): readonly OperatorEndpointListEntry[] | undefined => {
  const lists = [
    useLive(reads.endpoints({ health: 'breaker_open', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ health: 'not_fetching', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ health: 'ok', failing: 'true', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ health: 'narrowed', limit: shownMax }), everyMs),
    useLive(reads.endpoints({ health: 'disabled', limit: shownMax }), everyMs),
  ].map(({ data }) => data.value?.data);
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
};

export const TroubledEndpoints = ({ rows }: { rows: readonly OperatorEndpointListEntry[] | undefined }) => {
  const t = text().now;
  return (
    <section class="card" aria-labelledby="troubled">
      <h2 id="troubled">{t.troubledTitle}</h2>
      {rows === undefined && <Loading />}
      {rows?.length === 0 && <Empty title={t.troubledNone} />}
      {rows !== undefined && rows.length > 0 && (
        <Table
          caption={t.troubledTitle}
          columns={endpointColumnsOfAll().filter(({ key }) => key !== 'window')}
          keyOf={endpointKey}
          rows={rows.slice(0, shownMax)}
        />
      )}
    </section>
  );
};
