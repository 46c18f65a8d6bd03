import { useLivePages } from '../../api/pages.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { endpointColumns, endpointKey } from '../endpoints/endpoint-table.js';
import { text } from '../text/index.js';

type EndpointsCardProps = {
  of: Parameters<typeof reads.endpoints>[0];
  /** Said where there are none. */
  none: string;
};

export const EndpointsCard = ({ of, none }: EndpointsCardProps) => {
  const { endpoints } = text().merchants;
  const pages = useLivePages(reads.endpoints(of), endpointKey);
  return (
    <section class="card" aria-labelledby="endpoints">
      <h2 id="endpoints">{endpoints}</h2>
      <PagedTable caption={endpoints} columns={endpointColumns()} pages={pages} empty={<Empty title={none} />} />
    </section>
  );
};
