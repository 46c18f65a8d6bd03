import { describe, expect, it } from '@jest/globals';
import { brokerPermissions } from './broker-permissions.js';
import { exchanges, queues, topologies } from './topology.js';

const services = ['intake-api', 'order-state', 'webhook-dispatcher'] as const;
const may = (pattern: string, name: string): boolean => new RegExp(pattern).test(name);

describe('The permissions of a service at the broker', () => {
  it.each(services)('let %s declare its topology', (service) => {
    const { configure, read, write } = brokerPermissions[service];
    const { exchanges: declared, queues: own, bindings } = topologies[service];
    for (const { name } of [...declared, ...own]) expect(may(configure, name)).toBe(true);
    for (const { exchange, queue } of bindings) {
      expect(may(read, exchange)).toBe(true);
      expect(may(write, queue)).toBe(true);
    }
  });

  it.each([
    ['write', 'amq.default', ['order-state']],
    ['write', exchanges.orders, ['intake-api']],
    ['write', exchanges.deliveries, ['order-state', 'webhook-dispatcher']],
    ['read', queues.orders, ['order-state']],
    ['read', queues.deliveries, ['order-state', 'webhook-dispatcher']],
    ['read', queues.attempts, ['order-state']],
    ['configure', queues.orders, ['order-state']],
  ] as const)('let alone %s %s: %j', (right, name, users) => {
    const allowed = Object.entries(brokerPermissions).filter(([, permissions]) => may(permissions[right], name));
    expect(allowed.map(([user]) => user)).toEqual(users);
  });

  it('match whole names, dots as dots', () => {
    for (const name of ['orders2', 'x.wakes', 'order-stateXorders']) {
      for (const service of services) expect(may(brokerPermissions[service].configure, name)).toBe(false);
    }
  });
});
