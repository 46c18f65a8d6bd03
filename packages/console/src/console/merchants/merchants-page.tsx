import type { MerchantListEntry, MerchantSort, MerchantView } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { hrefTo } from '../../shell/router.js';
import { FilterSelect, NameFilter } from '../../ui/filters.js';
import { formatBounded } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { Dash, MaybeAgo } from '../../ui/time.js';
import { ConditionBadge } from '../../webhooks/endpoint.js';
import { toWorst } from '../../webhooks/rules/condition.js';
import { type MerchantFilter, reads } from '../calls.js';
import { NameLink } from '../owners/callers-page.js';
import { NewOwnerButton } from '../owners/owner-form.js';
import { text } from '../text/index.js';

const everyMs = 5_000;

const merchantKey = ({ merchant_id }: MerchantListEntry): string => merchant_id;

const sorts = ['worst', 'name', 'waiting', 'failing', 'last_order'] as const satisfies readonly MerchantSort[];

export const MerchantsPage = ({ query }: { query: URLSearchParams }) => {
  const { merchants: t, search } = text();
  const q = query.get('q') ?? '';
  const sort = sorts.find((known) => known === query.get('sort')) ?? 'worst';
  const pages = useLivePages(reads.merchants({ sort, ...(q === '' ? {} : { q }) }), merchantKey, everyMs);
  return (
    <>
      <div class="title-row">
        <h1>{t.title}</h1>
        <NewOwnerButton kind="merchant" />
      </div>
      <div class="filter-bar">
        <NameFilter
          key={q}
          q={q}
          words={text().narrow}
          narrow={(typed) => (location.hash = hrefTo(['merchants'], { q: typed, sort }))}
        />
        <FilterSelect
          label={t.sortedBy}
          choices={sorts.map((each) => ({
            label: t.sort[each],
            href: hrefTo(['merchants'], { q: q || undefined, sort: each === 'worst' ? undefined : each }),
            isChosen: each === sort,
          }))}
        />
        <DownloadMenu pages={pages} name="merchants" />
      </div>
      <section class="card">
        <PagedTable
          caption={t.title}
          columns={merchantColumns()}
          pages={pages}
          empty={q === '' ? <Empty title={t.none}>{t.noneText}</Empty> : <Empty title={search.none(q)} />}
        />
      </section>
    </>
  );
};

type MerchantsOfProps = { filter: MerchantFilter; none: string };

/** The merchants of a platform, or the merchants that a courier's system serves. */
export const MerchantsOf = ({ filter, none }: MerchantsOfProps) => {
  const pages = useLivePages(reads.merchants(filter), merchantKey, everyMs);
  const columns = merchantColumns().filter(({ key }) => key !== 'platform' || filter.platform_id === undefined);
  return (
    <section class="card">
      <PagedTable caption={text().merchants.title} columns={columns} pages={pages} empty={<Empty title={none} />} />
    </section>
  );
};

const merchantColumns = (): Column<MerchantListEntry>[] => {
  const { merchants: t, endpoints, none } = text();
  return [
    {
      key: 'name',
      header: t.name,
      onPhone: 'first',
      cell: (row) => (
        <NameLink name={row.name} place={['merchants', row.merchant_id]}>
          <MerchantStatus merchant={row} />
        </NameLink>
      ),
    },
    {
      key: 'webhooks',
      header: t.deliveries,
      onPhone: 'aside',
      cell: ({ webhooks }) =>
        webhooks.health ? <ConditionBadge condition={toWorst({ ...webhooks, health: webhooks.health })} /> : none,
    },
    {
      key: 'waiting',
      header: endpoints.waiting,
      isNumber: true,
      onPhone: 'second labelled',
      cell: ({ webhooks }) => formatBounded(webhooks.waiting),
    },
    {
      key: 'failing',
      header: endpoints.failingSince,
      onPhone: 'second labelled',
      fills: ({ webhooks }) => webhooks.failing_since !== null,
      cell: ({ webhooks }) => <MaybeAgo at={webhooks.failing_since} />,
    },
    {
      key: 'lastOrder',
      header: t.lastOrder,
      onPhone: 'second labelled',
      cell: ({ last_order_at }) => <MaybeAgo at={last_order_at} />,
    },
    { key: 'platform', header: t.platform, cell: (row) => <PlatformLink merchant={row} />, fills: hasPlatform },
    {
      key: 'reference',
      header: t.reference,
      onPhone: 'second',
      cell: ({ reference }) => reference ?? <Dash />,
      fills: ({ reference }) => reference !== null,
    },
  ];
};

/** Whether it may call, and whether it is live or a sandbox. */
export const MerchantStatus = ({ merchant }: { merchant: Pick<MerchantView, 'status' | 'mode'> }) => {
  const t = text();
  return (
    <span class="badges">
      <CallerStatus status={merchant.status} />
      {merchant.mode === 'sandbox' && (
        <Badge tone="info" title={t.merchants.sandboxHint}>
          {t.merchants.sandbox}
        </Badge>
      )}
    </span>
  );
};

/** Nothing for an active one: most are. */
export const CallerStatus = ({ status }: Pick<MerchantView, 'status'>) =>
  status === 'active' ? null : <Badge tone="idle">{text().merchantStatus.disabled}</Badge>;

type OfPlatform = Pick<MerchantView, 'merchant_id' | 'platform'>;

/** A merchant alone is a platform of its own, called by the merchant's id. */
const hasPlatform = ({ merchant_id: id, platform }: OfPlatform): boolean => platform.name !== `merchant ${id}`;

export const PlatformLink = ({ merchant }: { merchant: OfPlatform }) =>
  hasPlatform(merchant) ? (
    <a class="platform" href={hrefTo(['platforms', merchant.platform.id])}>
      {merchant.platform.name}
    </a>
  ) : (
    <Dash />
  );
