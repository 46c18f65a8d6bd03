import { csvMark, toCsvRow } from '@delivery/contracts/csv';

type Cell = string | number | boolean | null;

/** A table with a column for each member that any row has: `webhooks.health` for one of a member's own. Pure. */
export const rowsToCsv = (rows: readonly object[]): string => {
  const flat = rows.map((row) => new Map(cellsOf(row, '')));
  const names = new Set(flat.flatMap((cells) => [...cells.keys()]));
  // Where one row has an object, another has `null`: that is no column of its own.
  const parents = new Set([...names].flatMap(parentsOf));
  const columns = [...names].filter((name) => !parents.has(name));
  const lines = flat.map((cells) => columns.map((column) => cells.get(column) ?? null));
  return csvMark + [columns, ...lines].map(toCsvRow).join('');
};

const cellsOf = (value: object, within: string): [name: string, cell: Cell][] =>
  Object.entries(value).flatMap(([member, inner]: [string, unknown]): [string, Cell][] => {
    const name = `${within}${member}`;
    if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') return [[name, inner]];
    if (typeof inner !== 'object' || inner === null) return [[name, null]];
    return Array.isArray(inner) ? [[name, JSON.stringify(inner)]] : cellsOf(inner, `${name}.`);
  });

const parentsOf = (name: string): string[] =>
  name.split('.').flatMap((_, at, parts) => (at === 0 ? [] : [parts.slice(0, at).join('.')]));
