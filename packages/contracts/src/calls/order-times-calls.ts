import { orderTimesQuerySchema } from '../order-times.js';
import { type Call, callsOf } from './call.js';

const part = (orders: number, seconds: number) => ({ orders, seconds });

/** A merchant has the call itself; its platform and operators name the merchant in the path. */
export const orderTimesCalls = (prefix: string, parameters?: NonNullable<Call['parameters']>) =>
  callsOf('Orders', {
    getOrderTimes: {
      request: ['GET', `${prefix}/order-times`],
      summary: 'Read order times',
      description:
        'How long orders took from step to step, by the day on which they ended. The average of a part is ' +
        '`seconds` / `orders`: it counts orders whose two steps are known and at most 24 hours apart. A step ' +
        'counts from the time when the service learned of it. An order counts once, when it ends. Sums are at ' +
        'most ten seconds old; if a process of the service crashes, its last ten seconds are missing. The CSV ' +
        'has the same rows, in UTF-8 with a byte order mark.',
      ...(parameters && { parameters }),
      query: orderTimesQuerySchema,
      answers: {
        200: {
          description: 'Days, months, stores or couriers’ systems in which orders ended.',
          schema: 'OrderTimes',
          textType: 'text/csv; charset=utf-8',
          example: {
            from: '2026-01-02',
            to: '2026-01-31',
            time_zone: 'America/Sao_Paulo',
            data: [
              {
                group: '2026-01-31',
                orders: 44,
                kitchen: part(43, 36_120),
                finding_courier: part(41, 5_740),
                courier_to_store: part(38, 15_960),
                courier_waiting: part(38, 9_120),
                road: part(41, 44_280),
              },
            ],
          },
        },
      },
      problems: parameters ? ['merchant_not_found'] : [],
    },
  });
