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

  it('let order-state alone publish to the default exchange, which reaches every queue', () => {
    const writers = services.filter((service) => may(brokerPermissions[service].write, 'amq.default'));
    expect(writers).toEqual(['order-state']);
  });

  it('let intake-api alone publish orders and couriers’ reports', () => {
    const writersOf = (exchange: string) =>
      services.filter((service) => may(brokerPermissions[service].write, exchange));
    expect(writersOf(exchanges.orders)).toEqual(['intake-api']);
  });

  it('let intake-api read no queue of the product', () => {
    for (const queue of Object.values(queues)) expect(may(brokerPermissions['intake-api'].read, queue)).toBe(false);
  });

  it('match whole names, dots as dots', () => {
    for (const name of ['orders2', 'x.wakes', 'order-stateXorders']) {
      for (const service of services) expect(may(brokerPermissions[service].configure, name)).toBe(false);
    }
  });
});
