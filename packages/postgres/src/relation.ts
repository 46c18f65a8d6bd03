import { type Column, column, type ColumnTypes } from './column.js';

type Type = keyof ColumnTypes;
type Picked<Row, Of extends Type = Type> = {
  [T in Of]: readonly [type: T, pick: (row: Row) => ColumnTypes[T] | null];
}[Of];

/** By name. */
export type Columns<Row> = Readonly<Record<string, Picked<Row>>>;

type Relation<Row> = {
  /** `id, name, …` */
  columns: string;
  /** `unnest($1::uuid[], $2::text[], …)`. @param first the number of the first parameter */
  unnest: (first: number) => string;
  /** How many parameters that takes. */
  columnCount: number;
  /** The parameters of `unnest`. */
  values: (rows: readonly Row[]) => Column[];
};

/** How rows of this program become a relation in SQL: what each column is called, its type, and where its value is found. */
export const relation = <Row>(columns: Columns<Row>): Relation<Row> => {
  const picked = Object.values(columns);
  return {
    columns: Object.keys(columns).join(', '),
    unnest: (first) => `unnest(${picked.map(([type], index) => `$${first + index}::${type}[]`).join(', ')})`,
    columnCount: picked.length,
    values: (rows) => picked.map((one) => toColumn(one, rows)),
  };
};

const toColumn = <Row, Of extends Type>([type, pick]: Picked<Row, Of>, rows: readonly Row[]): Column =>
  column(type, rows, pick);
