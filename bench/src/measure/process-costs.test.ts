import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { costsDuring, toProcessCosts, toThreadCosts } from './process-costs.js';

const writesEach = 1_000;

describe('the costs of processes', () => {
  it('are what Linux counts for threads and for processes', () => {
    const status = 'Name:\tnode\nvoluntary_ctxt_switches:\t4\nnonvoluntary_ctxt_switches:\t999\n';
    expect(toThreadCosts('1500000 7 3\n', status)).toEqual({ cpuMs: 1.5, switches: 4, reads: 0, writes: 0 });
    const io = 'rchar: 1\nwchar: 2\nsyscr: 30\nsyscw: 40\nread_bytes: 5\n';
    expect(toProcessCosts(io)).toEqual({ cpuMs: 0, switches: 0, reads: 30, writes: 40 });
  });

  it('are those of the work alone, and of a process that came meanwhile all of it', async () => {
    const known = [process.pid];
    const groups = [{ name: 'own', pids: () => Promise.resolve([...known]) }];
    const file = openSync('/dev/null', 'w');
    const write = (): Promise<void> => {
      known[0] = process.pid;
      for (let line = 0; line < writesEach; line += 1) writeSync(file, 'a line');
      return Promise.resolve();
    };
    const { costs } = await costsDuring(groups, write);
    known.length = 0;
    const { costs: whole } = await costsDuring(groups, write);
    closeSync(file);
    const { writes = 0, cpuMs = Infinity } = costs.get('own') ?? {};
    expect(writes).toBeGreaterThanOrEqual(writesEach);
    // All that it has used since it began, and so the first work too.
    expect(whole.get('own')?.writes).toBeGreaterThanOrEqual(writes + writesEach);
    expect(whole.get('own')?.cpuMs).toBeGreaterThan(cpuMs);
  });

  it('are none of a process that ended while it was measured, rather than less than none', async () => {
    const child = spawn(process.execPath, ['--eval', 'console.log(1); setInterval(() => undefined, 1_000)']);
    await once(child.stdout, 'data');
    // As a list of a server's processes has it: read a moment before one of them ended.
    const groups = [{ name: 'gone', pids: () => Promise.resolve([child.pid ?? 0]) }];
    const { costs } = await costsDuring(groups, async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    expect(costs.get('gone')).toEqual({ cpuMs: 0, switches: 0, reads: 0, writes: 0 });
  });
});
