import type { PlatformView } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { formatCount, longClass } from '../../ui/format.js';
import type { Column } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { CallerStatus } from '../merchants/merchant-status.js';
import { CallersPage } from '../owners/callers-page.js';
import { lastUsedAt } from '../owners/last-used-at.js';
import { text } from '../text/index.js';

export const PlatformsPage = () => (
  <CallersPage words={text().platforms} name="platforms" list={reads.platforms()} columns={columns()} />
);

const columns = (): Column<PlatformView>[] => {
  const { couriers, merchants } = text();
  return [
    {
      key: 'name',
      header: merchants.name,
      onPhone: 'first',
      cell: (row) => (
        <a class={`strong ${longClass(row.name) ?? ''}`} href={hrefTo(['platforms', row.id])}>
          {row.name}
        </a>
      ),
    },
    {
      key: 'status',
      header: merchants.status,
      onPhone: 'aside',
      cell: ({ status }) => <CallerStatus status={status} />,
    },
    { key: 'tokens', header: merchants.tokens, isNumber: true, cell: ({ tokens }) => formatCount(tokens.length) },
    {
      key: 'used',
      header: couriers.lastUsed,
      onPhone: 'second labelled',
      cell: ({ tokens }) => <MaybeAgo at={lastUsedAt(tokens)} />,
    },
    { key: 'created', header: merchants.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
};
