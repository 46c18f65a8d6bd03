import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDueQueue } from './due-queue.js';

it('pops the entry that is due first, after any pushes and pops', () => {
  const actions = fc.array(fc.option(fc.nat(50), { freq: 3 }), { maxLength: 60 });
  fc.assert(
    fc.property(actions, (given) => {
      const queue = createDueQueue();
      const model: number[] = [];
      for (const dueMs of given) {
        if (dueMs === null) expect(queue.pop()?.dueMs).toBe(model.shift());
        else {
          queue.push({ id: String(dueMs), dueMs });
          model.push(dueMs);
          model.sort((one, other) => one - other);
        }
        expect([queue.peek()?.dueMs, queue.size()]).toEqual([model[0], model.length]);
      }
    }),
  );
});
