import type { CourierSystemView } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { formatCount, longClass } from '../../ui/format.js';
import type { Column } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { ownerPlace } from '../api/owners.js';
import { MerchantStatus } from '../merchants/merchant-status.js';
import { CallersPage } from '../owners/callers-page.js';
import { lastUsedAt } from '../owners/last-used-at.js';
import { text } from '../text/index.js';

export const CouriersPage = () => (
  <CallersPage words={text().couriers} name="couriers" list={reads.courierSystems()} columns={columns()} />
);

const columns = (): Column<CourierSystemView>[] => {
  const { couriers: t, merchants } = text();
  return [
    {
      key: 'name',
      header: merchants.name,
      onPhone: 'first',
      cell: (row) => (
        <a class={`strong ${longClass(row.name) ?? ''}`} href={hrefTo(ownerPlace(row.id))}>
          {row.name}
        </a>
      ),
    },
    { key: 'status', header: merchants.status, onPhone: 'aside', cell: (row) => <MerchantStatus merchant={row} /> },
    { key: 'serves', header: t.serves, onPhone: 'second', cell: describeServed },
    {
      key: 'used',
      header: t.lastUsed,
      onPhone: 'second labelled',
      cell: ({ tokens }) => <MaybeAgo at={lastUsedAt(tokens)} />,
    },
    { key: 'created', header: merchants.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
};

export const describeServed = ({ merchants }: Pick<CourierSystemView, 'merchants'>): string =>
  merchants === 'all' ? text().couriers.servesAll : text().couriers.servesSome(formatCount(merchants.length));
