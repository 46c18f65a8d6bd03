import { useLivePages } from '../../api/pages.js';
import type { Get, Page } from '../../api/request.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { Empty } from '../../ui/states.js';
import { type Column, PagedTable } from '../../ui/table.js';
import type { OwnerKind } from './owner-fields.js';
import { NewOwnerButton } from './owner-form.js';

const everyMs = 5_000;

type CallersPageProps<T> = {
  kind: OwnerKind;
  words: Record<'title' | 'lead' | 'none' | 'noneText', string>;
  /** Name of the file that the list is saved as. */
  name: string;
  list: Get<Page<T>>;
  columns: Column<T>[];
};

/** The list of all platforms, or of all couriers' systems. */
export const CallersPage = <T extends { id: string }>({ kind, words: t, name, list, columns }: CallersPageProps<T>) => {
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

/** With any of the tokens. */
export const lastUsedAt = (tokens: readonly { last_used_at: string | null }[]): string | null =>
  tokens
    .flatMap(({ last_used_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;
