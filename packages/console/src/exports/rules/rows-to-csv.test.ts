import { expect, it } from '@jest/globals';
import { rowsToCsv } from './rows-to-csv.js';

it('A list in CSV has a column for each member, also of members’ own, and no formula for a spreadsheet', () => {
  const rows = [
    { id: 1, name: '=HYPERLINK("https://evil.example")', window: null, events: ['a', 'b'], late: true },
    { id: -2, name: 'Ana, "A"', window: { size: 4, probe_at: null }, events: null, late: false },
  ];
  expect(rowsToCsv(rows).split('\r\n')).toEqual([
    '\ufeffid,name,events,late,window.size,window.probe_at',
    `1,"'=HYPERLINK(""https://evil.example"")","[""a"",""b""]",true,,`,
    '-2,"Ana, ""A""",,false,4,',
    '',
  ]);
});
