import type { MerchantListEntry } from '@delivery/contracts';
import { useLivePages } from '../api/pages.js';
import { CallError } from '../api/request.js';
import { session } from '../api/session.js';
import { forgetHistoryEntries } from '../browser/remembered.js';
import { hrefTo } from '../shell/router.js';
import { NameFilter } from '../ui/filters.js';
import { formatBounded, longClass } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { describeFailure, Empty, say } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { Dash } from '../ui/time.js';
import { ConditionBadge } from '../webhooks/endpoint.js';
import { toWorst } from '../webhooks/rules/condition.js';
import { changes, reads } from './calls.js';
import { maySwitch } from './owner.js';
import { text } from './text/index.js';

const everyMs = 5_000;

const merchantKey = ({ merchant_id }: MerchantListEntry): string => merchant_id;

/** The merchants of a platform, of which its people open another one here. */
export const MerchantsPage = ({ query }: { query: URLSearchParams }) => {
  const { switching: t, narrow } = text();
  const q = query.get('q') ?? '';
  const pages = useLivePages(reads.merchants(q), merchantKey, everyMs);
  return (
    <>
      <p class="lead">{t.lead}</p>
      <NameFilter
        key={q}
        q={q}
        words={narrow}
        narrow={(typed) => (location.hash = hrefTo(['merchants'], { q: typed }))}
      />
      <section class="card">
        <PagedTable caption={t.title} columns={merchantColumns()} pages={pages} empty={<Empty title={t.none} />} />
      </section>
    </>
  );
};

const merchantColumns = (): Column<MerchantListEntry>[] => {
  const t = text().switching;
  return [
    { key: 'name', header: t.name, onPhone: 'first', cell: NameCell },
    {
      key: 'webhooks',
      header: text().deliveries.title,
      onPhone: 'aside',
      cell: ({ webhooks }) =>
        webhooks.health ? (
          <ConditionBadge condition={toWorst({ ...webhooks, health: webhooks.health })} />
        ) : (
          t.noEndpoint
        ),
    },
    {
      key: 'waiting',
      header: text().endpoints.waiting,
      isNumber: true,
      onPhone: 'second labelled',
      cell: ({ webhooks }) => formatBounded(webhooks.waiting),
    },
    { key: 'reference', header: t.reference, onPhone: 'second', cell: ({ reference }) => reference ?? <Dash /> },
  ];
};

const NameCell = ({ merchant_id: id, name, status }: MerchantListEntry) => {
  const t = text().switching;
  const isHere = session.value && 'merchant_id' in session.value && session.value.merchant_id === id;
  if (isHere || status === 'disabled') {
    return (
      <>
        <span class={longClass(name)}>{name}</span>{' '}
        <Badge tone={isHere ? 'info' : 'idle'}>{isHere ? t.here : t.disabled}</Badge>
      </>
    );
  }
  return (
    <button type="button" class={`as-link strong ${longClass(name) ?? ''}`} onClick={() => void open(id)}>
      {name}
    </button>
  );
};

/** Nothing of the merchant before is kept: the page begins anew. */
const open = async (merchantId: string): Promise<void> => {
  try {
    await changes.switchMerchant(merchantId);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    say(describeFailure(error), 'bad');
    return;
  }
  forgetHistoryEntries();
  location.hash = hrefTo(['home']);
  location.reload();
};

/** For people of a platform, who may go on to another of its merchants. */
export const SwitchLink = () =>
  maySwitch.value ? (
    <a class="switch" href={hrefTo(['merchants'])}>
      {text().switching.link}
    </a>
  ) : null;
