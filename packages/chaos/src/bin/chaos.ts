import { parseArgs } from 'node:util';
import { onStopSignal } from '@delivery/local-stack';
import { faultTitle, selectFaults } from '../faults/list-faults.js';
import { readNumber } from '../read-number.js';
import { renderTable } from '../render-table.js';
import { runChaos } from '../run-chaos.js';

const usage = `chaos: breaks one part per round under load, and counts what is lost

  --rounds <n>   how many (default: every fault once)
  --seed <n>     the same seed draws the same schedule (default 1)
  --rate <n>     orders per second (default 20)
  --only <list>  part, or part:fault; several with commas
  --list         what there is, and nothing else
  --logs <dir>   keeps the services' logs of rounds with a fault there (default .data/chaos)

Ctrl-C ends it after the round under way; a second one at once.
Ends with 0 only when nothing was lost, out of order or undelivered.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '20' },
    only: { type: 'string' },
    logs: { type: 'string', default: '.data/chaos' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  const faults = selectFaults(values.only);
  if (values.help) print(usage);
  else if (values.list) for (const fault of faults) print(`${faultTitle(fault).padEnd(28)} ${fault.summary}`);
  else {
    const interrupted = new AbortController();
    onStopSignal(() => interrupted.abort());
    const variants = faults.flatMap(({ replicas }) => replicas).length;
    const { results, isFlawless } = await runChaos({
      faults,
      rounds: values.rounds === undefined ? variants : readNumber('rounds', values.rounds),
      seed: readNumber('seed', values.seed),
      rate: readNumber('rate', values.rate),
      log: print,
      logDir: values.logs,
      signal: interrupted.signal,
    });
    print(`\n${renderTable(results)}\n\nseed ${values.seed}: ${isFlawless ? 'nothing lost' : 'FAULTS FOUND'}`);
    return isFlawless ? 0 : 1;
  }
  return 0;
};

const code = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
// At once: a step that was given up may hang for ever, and keep this process with it.
process.exit(code);
