import { expect, it } from '@jest/globals';
import { canRepeat } from './fault.js';
import { faultTitle, selectFaults } from './list-faults.js';

it('A webhook may come twice after a fault of what carries it, and after its receiver has reset a connection', () => {
  const others = selectFaults(undefined)
    .filter((fault) => !canRepeat(fault))
    .map(faultTitle);
  expect(new Set(others.filter((title) => title.startsWith('merchant:')))).toEqual(
    new Set(['merchant:errors', 'merchant:unavailable', 'merchant:hang', 'merchant:stall', 'merchant:slow']),
  );
  expect(others).not.toContain('webhook-dispatcher:sigkill');
});
