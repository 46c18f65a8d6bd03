import type { ActivityEntry } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { hrefTo } from '../../shell/router.js';
import { Filters } from '../../ui/filters.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ActivitySubject, describeActor, describeWhy } from './describe-activity.js';

/** The actions that the filters offer. */
const offered = ['endpoint.disabled', 'endpoint.changed', 'token.revoked', 'dead_letter.deleted'] as const;

const exportPath = (format: string, action: string | undefined): string =>
  `../operator/v1/activity/export?format=${format}${action === undefined ? '' : `&action=${action}`}`;

const activityKey = ({ id }: ActivityEntry): string => String(id);

export const ActivityPage = ({ query }: { query: URLSearchParams }) => {
  const t = text();
  const action = offered.find((known) => known === query.get('action'));
  const pages = useLivePages(reads.activity({ action }), activityKey);
  return (
    <>
      <div class="title-row">
        <h1>{t.activity.title}</h1>
        <span class="row-actions">
          {(['csv', 'json'] as const).map((format) => (
            <a key={format} href={exportPath(format, action)} download>
              {t.activity.file(format.toUpperCase())}
            </a>
          ))}
        </span>
      </div>
      <p class="lead">{t.activity.lead}</p>
      <Filters
        label={t.activity.filter}
        choices={[
          { label: t.all, href: hrefTo(['activity']), isChosen: action === undefined },
          ...offered.map((each) => ({
            label: t.activity.actions[each],
            href: hrefTo(['activity'], { action: each }),
            isChosen: action === each,
          })),
        ]}
      />
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
    { key: 'why', header: t.why, onPhone: 'second', cell: describeWhy },
    { key: 'at', header: t.at, onPhone: 'aside', cell: ({ at }) => <Ago at={at} /> },
  ];
};
