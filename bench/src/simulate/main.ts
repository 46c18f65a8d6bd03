import { parseArgs } from 'node:util';
import { simulateCells } from './cells.js';
import { simulateBatches } from './natural-batches.js';

/** The figures of docs/scaling.md that need a simulation. The defaults are the costs measured there. */
const { values } = parseArgs({
  options: {
    'batch-ms': { type: 'string', default: '6' },
    'message-ms': { type: 'string', default: '0.3' },
    'shared-ms': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '20' },
  },
});
const seconds = Number(values.seconds);
const [batchMs, messageMs, sharedMs] = [values['batch-ms'], values['message-ms'], values['shared-ms']].map(Number);

const print = (rows: readonly (readonly (string | number)[])[]): void => {
  process.stdout.write(`${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`);
};

const batchRows = [1_000, 2_000, 4_000, 8_000].flatMap((perSecond) =>
  [1, 2, 4].flatMap((replicas) =>
    [0, sharedMs ?? 0].map((shared) => {
      const model = {
        perSecond,
        replicas,
        batchMs: batchMs ?? 0,
        messageMs: messageMs ?? 0,
        batchMax: 500,
        sharedMs: shared,
      };
      const half = simulateBatches(model, seconds / 2);
      const outcome = simulateBatches(model, seconds);
      const grows = outcome.p99Ms > 1.5 * half.p99Ms && outcome.p99Ms > 1_000;
      const latency = grows ? ['grows', 'grows'] : [outcome.p50Ms.toFixed(1), outcome.p99Ms.toFixed(1)];
      const whose = shared === 0 ? 'many merchants' : 'one merchant';
      return [perSecond, replicas, whose, outcome.meanBatch.toFixed(1), outcome.busy.toFixed(2), ...latency];
    }),
  ),
);
print([
  ['messages a second', 'replicas', 'of', 'mean batch', 'busy', 'p50 ms', 'p99 ms'],
  Array.from({ length: 7 }, () => '---'),
  ...batchRows,
]);

const cellRows = [100, 1_000, 10_000].flatMap((merchants) =>
  [4, 10].map((cells) => [merchants, cells, simulateCells(merchants, cells, 501).toFixed(2)]),
);
print([['merchants', 'cells', 'fullest cell, × the mean'], ['---', '---', '---'], ...cellRows]);
