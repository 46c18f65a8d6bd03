import type { PlatformView } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { hrefTo } from '../../shell/router.js';
import { formatCount } from '../../ui/format.js';
import { longClass } from '../../ui/long-class.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { CallerStatus } from '../merchants/merchant-status.js';
import { lastUsedAt } from '../owners/last-used-at.js';
import { text } from '../text/index.js';

const everyMs = 5_000;

const platformKey = ({ id }: PlatformView): string => id;

export const PlatformsPage = () => {
  const t = text().platforms;
  const pages = useLivePages(reads.platforms(), platformKey, everyMs);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <ExportButtons pages={pages} name="platforms" />
        <PagedTable
          caption={t.title}
          columns={columns()}
          pages={pages}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        />
      </section>
    </>
  );
};

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
