import { closeSync, openSync, writeSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { costsDuring, toCosts } from './process-costs.js';

const writesEach = 1_000;

describe('the costs of processes', () => {
  it('are summed over the threads of a process', () => {
    const status = (switches: number) =>
      `Name:\tnode\nvoluntary_ctxt_switches:\t${switches}\nnonvoluntary_ctxt_switches:\t999\n`;
    const io = 'rchar: 1\nwchar: 2\nsyscr: 30\nsyscw: 40\nread_bytes: 5\n';
    expect(toCosts(['1500000 7 3\n', '500000 0 1\n'], [status(4), status(5)], io)).toEqual({
      cpuMs: 2,
      switches: 9,
      reads: 30,
      writes: 40,
    });
  });

  it('are those of the work alone, and of a process that came meanwhile all of it', async () => {
    const known: number[] = [];
    const groups = [{ name: 'own', pids: () => Promise.resolve([...known]) }];
    const file = openSync('/dev/null', 'w');
    const write = (): Promise<void> => {
      known[0] = process.pid;
      for (let line = 0; line < writesEach; line += 1) writeSync(file, 'a line');
      return Promise.resolve();
    };
    const { costs: whole } = await costsDuring(groups, write);
    const { costs } = await costsDuring(groups, write);
    closeSync(file);
    expect(costs.get('own')?.writes).toBeGreaterThanOrEqual(writesEach);
    expect(whole.get('own')?.writes).toBeGreaterThanOrEqual((costs.get('own')?.writes ?? 0) + 1);
    expect(whole.get('own')?.cpuMs).toBeGreaterThan(costs.get('own')?.cpuMs ?? Infinity);
  });
});
