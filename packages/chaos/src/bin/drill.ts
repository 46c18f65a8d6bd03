import { parseArgs } from 'node:util';
import { selectDisasters } from '../drill/list-disasters.js';
import { renderResult } from '../drill/render-result.js';
import { runDrill } from '../drill/run-drill.js';
import { readNumber } from '../read-number.js';

const usage = `drill: loses a server with its data under load, restores it as docs/operations.md says, and counts

  --only <list>  names, several with commas (default: all)
  --rate <n>     orders per second (default 10)
  --gap <n>      seconds from the recovery point to the loss (default 5)
  --seed <n>     the same seed draws the same orders (default 1)
  --list         what there is, and nothing else

Ends with 0 only when each count balances.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '10' },
    gap: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  const disasters = selectDisasters(values.only);
  const options = {
    rate: readNumber('rate', values.rate),
    gapMs: readNumber('gap', values.gap) * 1_000,
    seed: readNumber('seed', values.seed),
    log: print,
  };
  if (values.help) print(usage);
  if (values.list) for (const { name, summary } of disasters) print(`${name.padEnd(18)} ${summary}`);
  if (values.help || values.list) return 0;
  let faultCount = 0;
  for (const disaster of disasters) {
    const result = await runDrill(disaster, options);
    faultCount += result.faults.length;
    renderResult(result).forEach(print);
  }
  return faultCount === 0 ? 0 : 1;
};

const code = await main().catch((error: unknown) => {
  print(
    error instanceof Error
      ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
      : String(error),
  );
  return 1;
});
// Exit at once: an abandoned step may hang, and keep this process alive.
process.exit(code);
