import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startOutsideWorld } from './load/outside-world.js';
import { watchStolenTime } from './measure/stolen-time.js';
import { provideServers } from './provide-servers.js';
import { renderTables } from './report/render-tables.js';
import type { Row } from './report/row.js';
import { scenarios } from './scenarios/index.js';
import type { Settings } from './scenarios/scenario.js';

const usage = `npm run bench -- [<name>...] [--quick] [--pairs <n>] [--json <file>]
  npm run bench -- years --deliveries 5000000   # how large its ledger is
  npm run bench -- everyday --seconds 10        # how long it sends at each rate
  npm run bench -- everyday --rates 20,100,300  # beside its floor alone, at these events a second
  scenarios, all of them where none is named: ${Object.keys(scenarios).join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    deliveries: { type: 'string' },
    seconds: { type: 'string' },
    rates: { type: 'string' },
    quick: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '3' },
    json: { type: 'string', default: fileURLToPath(new URL('../../../.data/bench.json', import.meta.url)) },
    help: { type: 'boolean', default: false },
  },
});

const rates = values.rates?.split(',').map(Number);

const log = (line: string): void => void process.stderr.write(`${line}\n`);

type Results = { rows: Row[]; stolen: Record<string, number>; failed: Record<string, string> };

/** A scenario that fails, most often because the machine was too slow for its load, takes no other one's figures away. */
const run = async (names: readonly string[]): Promise<Results> => {
  const stopServers = await provideServers(log);
  const world = await startOutsideWorld();
  const results: Results = { rows: [], stolen: {}, failed: {} };
  const settings: Settings = {
    world,
    pairs: values.quick ? 1 : Number(values.pairs),
    quick: values.quick,
    ...(values.deliveries === undefined ? {} : { deliveries: Number(values.deliveries) }),
    ...(values.seconds === undefined ? {} : { seconds: Number(values.seconds) }),
    ...(rates === undefined ? {} : { rates }),
    log: (line) => log(`bench: ${line}`),
  };
  try {
    for (const [name, scenario] of Object.entries(scenarios).filter(([known]) => names.includes(known))) {
      log(`bench: ${name}`);
      const stolen = watchStolenTime();
      try {
        results.rows.push(...(await scenario(settings)));
      } catch (error) {
        results.failed[name] = error instanceof Error ? error.message : String(error);
        log(`bench: ${name} failed: ${results.failed[name]}`);
      }
      const percent = stolen();
      if (percent === undefined) continue;
      results.stolen[name] = percent;
      if (percent >= 5) log(`bench: ${percent} % of the cores' time went to other machines during ${name}`);
    }
  } finally {
    await world.stop();
    await stopServers();
  }
  return results;
};

const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
if (values.help || names.some((name) => !(name in scenarios)) || rates?.some((rate) => !(rate > 0))) {
  log(usage);
  process.exit(values.help ? 0 : 2);
}
const results = await run(names);
const report = { at: new Date().toISOString(), node: process.version, cores: cpus().length, ...results };
process.stdout.write(`${renderTables(results.rows)}\n`);
if (Object.keys(results.failed).length > 0) process.exitCode = 1;
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
log(`bench: written to ${values.json}`);
