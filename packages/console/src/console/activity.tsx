import type { ActivityEntry } from '@delivery/contracts';
import { useLivePages } from '../api/pages.js';
import { get } from '../api/request.js';
import { DownloadLinks } from '../exports/download-menu.js';
import { hrefTo } from '../shell/router.js';
import { FilterSelect } from '../ui/filters.js';
import { Empty } from '../ui/states.js';
import { type Column, PagedTable } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { describeActor, describeChange, Details } from '../webhooks/changes.js';
import { reads } from './calls.js';
import { describeReason } from './dead-letters/dead-letter-dialog.js';
import { EndpointOf, OwnerLink } from './endpoints/endpoints-page.js';
import { nameRoles } from './sessions.js';
import { text } from './text/index.js';

/** The actions that the filters offer. */
const offered = ['endpoint.disabled', 'endpoint.changed', 'token.revoked', 'dead_letter.deleted'] as const;

const filePath = (action: string | undefined): string =>
  `../operator/v1${get('/activity', { format: 'csv', action }).path}`;

const activityKey = ({ id }: ActivityEntry): string => String(id);

export const ActivityPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const action = offered.find((known) => known === query.get('action'));
  const pages = useLivePages(reads.activity({ action }), activityKey);
  return (
    <>
      <h1>{t.activity.title}</h1>
      <p class="lead">{t.activity.lead}</p>
      <div class="filter-bar">
        <FilterSelect
          label={t.activity.what}
          choices={[
            { label: t.all, href: hrefTo(['activity']), isChosen: action === undefined },
            ...offered.map((each) => ({
              label: t.activity.actions[each],
              href: hrefTo(['activity'], { action: each }),
              isChosen: action === each,
            })),
          ]}
        />
        <DownloadLinks hrefs={{ CSV: filePath(action) }} />
      </div>
      <section class="card">
        <PagedTable
          caption={t.activity.title}
          columns={columns()}
          pages={pages}
          empty={<Empty title={t.activity.none}>{t.activity.noneText}</Empty>}
        />
      </section>
    </>
  );
};

const columns = (): Column<ActivityEntry>[] => {
  const t = text().activity;
  return [
    { key: 'what', header: t.what, onPhone: 'first', cell: ({ action }) => t.actions[action] },
    { key: 'of', header: t.of, onPhone: 'second', cell: (entry) => <ActivitySubject entry={entry} /> },
    { key: 'by', header: t.by, onPhone: 'second labelled', cell: describeActor },
    { key: 'why', header: t.why, onPhone: 'second', cell: (entry) => <ActivityDetails entry={entry} /> },
    { key: 'at', header: t.at, onPhone: 'aside', cell: ({ at }) => <Ago at={at} /> },
  ];
};

const ActivityDetails = ({ entry }: { entry: ActivityEntry }) =>
  entry.changes ? <Details entry={entry} /> : describeWhy(entry);

/** The operator's reason as it was written; the system's, and what is named by codes, in words where they are known. */
export const describeWhy = ({ action, detail, reason, changes }: ActivityEntry): string =>
  [
    changes ? changes.map(describeChange).join('; ') : describeDetail(action, detail),
    reason && (text().endpoints.reason[reason] ?? reason),
  ]
    .filter(Boolean)
    .join('; ');

const refusedFor = 'refused for: ';

const describeDetail = (action: ActivityEntry['action'], detail: string | null): string | null => {
  if (detail === null) return null;
  if (action.startsWith('merchant.portal_link') || action === 'merchant.portal_switched')
    return portalScopes()[detail] ?? detail;
  if (action === 'session.begun') return nameRoles(detail.split(', '));
  return detail.startsWith(refusedFor) ? describeReason(detail.slice(refusedFor.length)) : detail;
};

const portalScopes = (): Readonly<Record<string, string>> => text().portal.scopes;

/** A link to what was changed, and to whose it is. */
export const ActivitySubject = ({ entry: { subject, merchant_id, merchant_name } }: { entry: ActivityEntry }) => {
  const owner = merchant_id === null ? undefined : { id: merchant_id, name: merchant_name ?? merchant_id };
  switch (subject.type) {
    case 'endpoint':
      return <EndpointOf id={subject.id} name={subject.name ?? text().endpoints.detail} owner={owner} />;
    case 'platform':
      return (
        <a title={subject.id} href={hrefTo(['platforms', subject.id])}>
          {subject.name ?? subject.id}
        </a>
      );
    case 'merchant':
    case 'courier_system':
      return <OwnerLink id={subject.id} name={subject.name ?? subject.id} />;
    case 'order':
      return (
        <>
          <a href={hrefTo(['orders', subject.id])}>{subject.id}</a> {owner && <OwnerLink {...owner} />}
        </>
      );
    case 'session':
      return (
        <a title={subject.id} href={hrefTo(['sessions'])}>
          {text().sessions.title}
        </a>
      );
    case 'store':
      return (
        <>
          <code>{subject.id}</code> {owner && <OwnerLink {...owner} />}
        </>
      );
    default:
      return owner ? <OwnerLink {...owner} /> : <code>{subject.id}</code>;
  }
};
