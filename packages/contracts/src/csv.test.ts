import { expect, test } from '@jest/globals';
import { toCsvRow } from './csv.js';

/** As a spreadsheet reads a line where its settings make this the separator. */
const splitAt = (line: string, separator: string): string[] =>
  line.split(separator).map((cell) => cell.replace(/^"+/, ''));

test.each([
  '=1+1',
  'ok;=1+1',
  'ok,=1+1',
  'ok\t=1+1',
  'ok\n=1+1',
  'ok\r\n@SUM(A1)',
  'ok;"=1+1',
  ';+1',
  '\t=1+1',
  'ok;＝1+1',
  ';;=1;-2',
])('No cell of %j begins as a formula, with any separator', (text) => {
  const cells = [',', ';', '\t', '\n', '\r'].flatMap((separator) => splitAt(toCsvRow([text]), separator));
  expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
});

test('Numbers, and texts without a formula, stay as they are', () =>
  expect(toCsvRow(['a-b=c', -2, 'São Paulo, 12 - 14', 'a@b.example', null, true])).toBe(
    'a-b=c,-2,"São Paulo, 12 - 14",a@b.example,,true\r\n',
  ));
