import { messageOf } from '../files/error-code.js';
import { onStopSignal } from '../processes/on-stop-signal.js';
import { type RunningProduct, runProduct } from '../product/run-product.js';

/**
 * `npm start`: everything on this machine, until Ctrl-C or SIGTERM.
 * Arguments: the repository, then more of Node's flags for the services.
 */
const print = (line: string) => process.stdout.write(`${line}\n`);
const fail = (error: unknown): never => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
};
const started: { product?: RunningProduct } = {};

const stop = async (): Promise<void> => {
  // Still starting: the guard ends the processes that have been started so far.
  if (!started.product) process.exit(130);
  print('stopping');
  await started.product.stop();
  print('stopped');
  process.exit(0);
};
onStopSignal(() => void stop().catch(fail));

const [rootDir = process.cwd(), ...nodeFlags] = process.argv.slice(2);
started.product = await runProduct({ rootDir, nodeFlags, env: process.env, print }).catch(fail);
