import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { OwnFoundOrder, OwnSearchResult } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import type { Get } from '../api/request.js';
import { text } from '../text/index.js';
import { draft } from '../ui/fields.js';
import { endpointName, formatDay } from '../ui/format.js';
import { Icon } from '../ui/icons.js';
import { Empty, Loaded } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { hrefTo } from './router.js';
import { queryOf } from './rules/navigation.js';
import { areShortcutsOn } from './shortcuts.js';

/** A link may be pasted. */
const typedMax = 2_048;

export const SearchBox = () => {
  const t = text().search;
  const q = draft('search');
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        location.hash = hrefTo(['search'], { q: queryOf(q.value.trim()) });
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={t.label}
        aria-keyshortcuts={areShortcutsOn.value ? '/' : undefined}
        placeholder={t.placeholder}
        maxLength={typedMax}
        autoComplete="off"
        spellcheck={false}
        value={q.value}
        onInput={(event) => (q.value = event.currentTarget.value)}
      />
    </form>
  );
};

const everyMs = 5_000;
/** Each search by a phone number is logged as a look at its customer. */
const phoneEveryMs = 60_000;

/** Something with a page of its own. */
type Place = { path: readonly string[]; name: string; kind: string; url?: string | null };

type Result<Row> = Omit<OwnSearchResult, 'data'> & { data: Row[]; merchants?: { id: string; name: string }[] };
type FoundRow = Pick<OwnFoundOrder, 'id'>;
type Search<Row> = { find: (q: string) => Get<Result<Row>>; orderColumns: () => Column<Row>[] };

/**
 * The page that the search box leads to: what matches the query in the page's address.
 * @param within says where alone it searches; absent or false: everywhere
 */
export const SearchPage = <Row extends FoundRow>({
  query,
  within,
  ...search
}: Search<Row> & { query: URLSearchParams; within?: ComponentChildren }) => {
  const t = text().search;
  const q = query.get('q')?.trim() ?? '';
  return (
    <>
      <h1>{t.title}</h1>
      {within || <p class="lead">{t.lead}</p>}
      <section class="card">{q === '' ? <Empty title={t.ask} /> : <Matches key={q} q={q} {...search} />}</section>
    </>
  );
};

const Matches = <Row extends FoundRow>({ q, find, orderColumns }: Search<Row> & { q: string }) => {
  const t = text().search;
  const live = useLive(find(q), /^[+\d\s().-]+$/.test(q) ? phoneEveryMs : everyMs);
  const result = live.data.value;
  const isAnswered = result !== undefined;
  // By the first answer alone: when a later one comes, the user already reads the first.
  useLayoutEffect(() => {
    const only = result && onlyHit(result, q);
    // Back leads to where the search was begun, and not to the search, which would lead here again.
    if (only !== undefined) location.replace(only);
  }, [isAnswered]);
  return (
    <Loaded live={live}>
      {(known) => {
        const { data, purged, truncated } = known;
        const places = placesIn(known);
        if (data.length > 0 || places.length > 0) {
          return (
            <>
              {data.length > 0 && (
                <Table caption={t.title} columns={orderColumns()} keyOf={({ id }) => id} rows={data} />
              )}
              <Places places={places} />
              {truncated && <p class="quiet">{t.truncated}</p>}
            </>
          );
        }
        if (purged.length === 0) return <Empty title={t.none(q)}>{t.noneText}</Empty>;
        return purged.map(({ id, purged_on }) => (
          <Empty key={id} title={t.purged(formatDay(purged_on))}>
            <code>{id}</code> {t.purgedText}
          </Empty>
        ));
      }}
    </Loaded>
  );
};

const placesIn = ({ endpoints, merchants = [] }: Result<unknown>): Place[] => {
  const t = text();
  return [
    ...merchants.map(({ id, name }) => ({ path: ['merchants', id], name, kind: t.orders.merchant })),
    ...endpoints.map((endpoint) => ({
      path: ['endpoints', endpoint.id],
      name: endpointName(endpoint),
      kind: t.endpoints.detail,
      ...(endpoint.name !== null && { url: endpoint.url }),
    })),
  ];
};

/**
 * The page of the only match. A part of a name or an address leads nowhere by itself: it may be meant as something
 * else.
 */
const onlyHit = <Row extends { id: string }>(result: Result<Row>, q: string): string | undefined => {
  const orders = result.data.map(({ id }) => ({ path: ['orders', id], names: [q] }));
  const places = placesIn(result).map(({ path, name, url }) => ({ path, names: [name, url, path.at(-1)] }));
  const [only, other] = [...orders, ...places];
  const isWhole = only?.names.some((name) => name?.toLowerCase() === q.toLowerCase());
  return only && isWhole && !other ? hrefTo(only.path) : undefined;
};

const Places = ({ places }: { places: readonly Place[] }) => {
  if (places.length === 0) return null;
  return (
    <ul class="places">
      {places.map(({ path, name, kind, url }) => (
        <li key={path.join()}>
          <span class="quiet">{kind}</span> <a href={hrefTo(path)}>{name}</a> {url && <span class="quiet">{url}</span>}
        </li>
      ))}
    </ul>
  );
};
