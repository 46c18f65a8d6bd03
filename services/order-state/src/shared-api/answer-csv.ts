import { csvMark } from '@delivery/contracts';
import type { Answer } from '@delivery/http-edge';

type CsvFile<Row> = {
  /** The name of the file, without its ending. */
  name: string;
  /** The first line, and one for each row. */
  csvHead: string;
  toCsvLine: (row: Row) => string;
};

/** All rows as a file, sent as they are read. */
export const answerCsv = <Row>(
  steps: AsyncIterable<readonly Row[]> | readonly (readonly Row[])[],
  { name, csvHead, toCsvLine }: CsvFile<Row>,
): Answer => ({
  status: 200,
  stream: toCsv(steps, csvHead, toCsvLine),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
});

/** Rows that are in memory at once. Between two reads no connection is held, however slowly the client reads. */
const stepMax = 1_000;

/** @param readAfter reads at most `rowMax` rows behind the last one that was read */
export async function* readInSteps<Row>(
  readAfter: (last: Row | undefined, rowMax: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined, isMore = true; isMore;) {
    const rows: Row[] = await readAfter(last, stepMax);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    isMore = rows.length === stepMax;
  }
}

async function* toCsv<Row>(
  steps: AsyncIterable<readonly Row[]> | readonly (readonly Row[])[],
  head: string,
  toLine: (row: Row) => string,
): AsyncGenerator<string> {
  yield csvMark + head;
  for await (const rows of steps) yield rows.map(toLine).join('');
}
