import { describe, expect, it } from '@jest/globals';
import { openCourierLine } from './courier-line.js';

/** No broker listens on this port. */
const noBroker = 'amqp://127.0.0.1:1';
const message = { exchange: 'fulfilment', routingKey: 'status.reported', body: '{}' };

describe('a courier line without a broker', () => {
  it('gives a report up when its time is over, before it or while it waits, and closes', async () => {
    const line = openCourierLine(noBroker);
    const overdue = new AbortController();
    const waiting = line.report(message, overdue.signal);
    overdue.abort();
    await expect(waiting).rejects.toThrow('the broker did not confirm a report');
    await expect(line.report(message, overdue.signal)).rejects.toThrow('the broker did not confirm a report');
    await line.close();
  });
});
