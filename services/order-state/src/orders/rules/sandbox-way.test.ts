import { describe, expect, it } from '@jest/globals';
import { nextStatuses, type OrderStatus, orderStatuses, sandboxScenarioNames, sandboxWays } from '@delivery/contracts';
import { nextOf } from './sandbox-way.js';

describe('The next steps of a sandbox order', () => {
  it.each(sandboxScenarioNames)(
    'is what %s says, step by step, and each step is one that an order may take',
    (scenario) => {
      const taken: OrderStatus[] = ['ready'];
      for (const status of sandboxWays[scenario]) {
        const next = nextOf(taken.at(-1)!, scenario, taken);
        expect(next.scenario).toBe(status);
        expect(next.may).toContain(status);
        taken.push(status);
      }
      expect(nextOf(taken.at(-1)!, scenario, taken).scenario).toBeNull();
    },
  );

  it('is nothing of the scenario before couriers have begun, and once the order has left its way', () => {
    expect(nextOf('created', 'delivered', []).scenario).toBeNull();
    expect(nextOf('at_pickup', 'no_courier', ['ready', 'on_route_to_pickup', 'at_pickup']).scenario).toBeNull();
  });

  it.each(orderStatuses)('leads from %s to `delivered` where anything may come, by steps that it may take', (from) => {
    let status: OrderStatus = from;
    for (let next = nextOf(status, 'delivered', []); next.advance; next = nextOf(status, 'delivered', [])) {
      expect(next.may).toContain(next.advance);
      status = next.advance;
    }
    expect(nextStatuses[status]).toEqual([]);
    expect(status).toBe(nextStatuses[from].length > 0 ? 'delivered' : from);
  });
});
