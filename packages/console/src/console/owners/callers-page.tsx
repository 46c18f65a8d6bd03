import type { ComponentChildren } from 'preact';
import { useLivePages } from '../../api/pages.js';
import type { Get, Page } from '../../api/request.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { hrefTo } from '../../shell/router.js';
import { longClass } from '../../ui/format.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { text } from '../text/index.js';
import type { OwnerKind } from './owner-fields.js';
import { NewOwnerButton } from './owner-form.js';

const everyMs = 5_000;

type CallersPageProps<T> = {
  kind: OwnerKind;
  words: Record<'title' | 'lead' | 'none' | 'noneText', string>;
  /** Name of the file that the list is saved as, and the place of each caller’s page. */
  name: string;
  list: Get<Page<T>>;
  badges: (caller: T) => ComponentChildren;
  /** A column of this kind of callers alone. */
  column: Column<T>;
};

type Caller = { id: string; name: string; created_at: string; tokens: readonly { last_used_at: string | null }[] };

/** The list of all platforms, or of all couriers' systems. */
export const CallersPage = <T extends Caller>({ kind, words: t, name, list, badges, column }: CallersPageProps<T>) => {
  const { couriers, merchants } = text();
  const columns: Column<T>[] = [
    {
      key: 'name',
      header: merchants.name,
      onPhone: 'first',
      cell: (row) => (
        <NameLink name={row.name} place={[name, row.id]}>
          {badges(row)}
        </NameLink>
      ),
    },
    column,
    {
      key: 'used',
      header: couriers.lastUsed,
      onPhone: 'second labelled',
      cell: ({ tokens }) => <MaybeAgo at={lastUsedAt(tokens)} />,
    },
    { key: 'created', header: merchants.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  const pages = useLivePages(list, ({ id }) => id, everyMs);
  return (
    <>
      <div class="title-row">
        <h1>{t.title}</h1>
        <NewOwnerButton kind={kind} />
        <DownloadMenu pages={pages} name={name} />
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <PagedTable
          caption={t.title}
          columns={columns}
          pages={pages}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        />
      </section>
    </>
  );
};

type NameLinkProps = { name: string; place: readonly string[]; children: ComponentChildren };

/** The first cell of a row about an owner. */
export const NameLink = ({ name, place, children }: NameLinkProps) => (
  <>
    <a class={`strong ${longClass(name) ?? ''}`} href={hrefTo(place)}>
      {name}
    </a>{' '}
    {children}
  </>
);

/** With any of the tokens. */
const lastUsedAt = (tokens: readonly { last_used_at: string | null }[]): string | null =>
  tokens
    .flatMap(({ last_used_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;
