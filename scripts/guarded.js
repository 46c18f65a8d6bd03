/**
 * `node scripts/guarded.js <command> [arguments]`: runs the command until it ends, or until standard input closes. The
 * kernel closes that pipe however the process at its other end dies, so the command does not outlive a kill -9.
 */
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let stopping = false;
/** The whole group, of which this process must be the leader: a command may be a script around the real program. */
const stop = () => {
  if (stopping) return;
  stopping = true;
  process.kill(-process.pid, 'SIGTERM');
};

process.stdin.on('close', stop).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
