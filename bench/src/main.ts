import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startOutsideWorld } from './load/outside-world.js';
import { provideServers } from './provide-servers.js';
import { renderTable } from './report/render-table.js';
import type { Row } from './report/row.js';
import { scenarios } from './scenarios/index.js';

const usage = `npm run bench -- [--only <names>] [--quick] [--pairs <n>] [--json <file>]
  scenarios: ${Object.keys(scenarios).join(', ')}`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    quick: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '3' },
    json: { type: 'string', default: fileURLToPath(new URL('../../../.data/bench.json', import.meta.url)) },
    help: { type: 'boolean', default: false },
  },
});

const log = (line: string): void => void process.stderr.write(`${line}\n`);

const run = async (names: readonly string[]): Promise<Row[]> => {
  const stopServers = await provideServers(log);
  const world = await startOutsideWorld();
  const rows: Row[] = [];
  try {
    for (const name of names) {
      log(`bench: ${name}`);
      const pairs = values.quick ? 1 : Number(values.pairs);
      rows.push(...((await scenarios[name]?.({ world, pairs, quick: values.quick })) ?? []));
    }
  } finally {
    await world.stop();
    await stopServers();
  }
  return rows;
};

const names = values.only.split(',').map((name) => name.trim());
if (values.help || names.some((name) => !(name in scenarios))) {
  log(usage);
  process.exit(values.help ? 0 : 2);
}
const rows = await run(names);
const report = { at: new Date().toISOString(), node: process.version, cores: cpus().length, rows };
process.stdout.write(`${renderTable(rows)}\n`);
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
log(`bench: written to ${values.json}`);
