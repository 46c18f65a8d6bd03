import { courierDeliveryListQuerySchema, courierFeedPollSchema } from '../courier-api.js';
import { type Call, callsOf, type CallSpec, type Example } from './call.js';
import { address, orderId } from './order-examples.js';
import { idempotencyKey, type Json, pathId, schemaRef } from './parameters.js';
import { sharedCalls } from './shared-calls.js';
import { shown } from './shown-members.js';
import { storeExample } from './store-calls.js';

const { default: _, ...store } = storeExample;

const deliveries = '/courier/v1/deliveries';
const one = `${deliveries}/{id}`;
const parameters = [pathId('The delivery.', schemaRef('OrderId'), orderId)];

const claimId = '0b6f3c1e-5d2a-4f7b-9c88-1e2d3c4b5a69';

const deliveryExample: Json = {
  id: orderId,
  display_id: '0007',
  state: 'mine',
  claim_id: claimId,
  status: 'ready',
  created_at: '2026-01-31T18:41:07.312Z',
  updated_at: '2026-01-31T18:52:44.006Z',
  delivery_time: null,
  pickup: { merchant: 'Padaria Central', store },
  dropoff_area: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    coordinates: { latitude: -23.555, longitude: -46.66 },
    distance_m: 1200,
  },
  dropoff: address,
  collect: { amount: 5000, methods: [{ value: 5000, method: 'CASH', cash: { change_for: 10000 } }] },
  customer: { name: 'Ana Souza', phone: '11987654321', phone_code: null, central: null },
  courier: null,
  eta: null,
  tracking_url: null,
  handover_required: false,
  sandbox: null,
};

const detailsExample: Json = {
  ...deliveryExample,
  load: { vehicle: 'motorcycle', weight: 900, bags: 1 },
  delivery_notes: 'Second door on the left, the bell is broken.',
  items: [{ description: 'Pizza grande', quantity: 1, notes: 'Sem cebola' }],
  problems: [],
};

const eventCursor = Buffer.from(JSON.stringify(['feed', '5f0c2d7e', 4711, orderId, 1])).toString('base64url');

const outcome: Json = {
  id: orderId,
  display_id: '0007',
  status: 'on_route_to_pickup',
  updated_at: '2026-01-31T18:55:02.410Z',
  claim_id: claimId,
};
const answers: Call['answers'] = {
  200: { description: 'The delivery as it is now.', schema: 'DeliverySummary', example: outcome },
};
const ofDelivery = {
  parameters: [
    ...parameters,
    idempotencyKey('A repeat under the same key takes effect once, however late it arrives.'),
  ],
  answers,
} as const;

const reportProblems: NonNullable<Call['problems']> = [
  'order_not_found',
  'order_purged',
  'delivery_not_accepted',
  'invalid_state_transition',
  'order_history_full',
];
const reportCall = (
  action: string,
  call: Pick<Call, 'summary' | 'description'> & {
    schema: string;
    examples: Readonly<Record<string, Example>>;
    problems?: NonNullable<Call['problems']>;
  },
): CallSpec => {
  const { schema, examples, problems = [], ...rest } = call;
  return {
    ...ofDelivery,
    ...rest,
    request: ['POST', `${one}/${action}`],
    body: { schema, examples },
    problems: [...reportProblems, ...problems],
  };
};

const settingsExample: Json = {
  paused: false,
  areas: [{ latitude: -23.5571, longitude: -46.6602, radius_m: 5000 }],
};

/** The calls below `/courier/v1`, by their ids. */
export const ownCourierCalls = {
  ...callsOf('Deliveries', {
    listDeliveries: {
      request: ['GET', deliveries],
      tool: { shows: shown.courierDeliveries },
      summary: 'List deliveries',
      description: '`open`: those that you may accept. `mine`: those that you have and that have not ended.',
      query: courierDeliveryListQuerySchema,
      answers: {
        200: {
          description: 'One page.',
          schema: 'DeliveryList',
          example: { data: [deliveryExample], next_cursor: null },
        },
      },
    },
    getDelivery: {
      request: ['GET', one],
      tool: { shows: shown.courierDelivery },
      summary: 'Read a delivery',
      description: 'A delivery that is neither open to you nor yours is 404.',
      parameters,
      answers: { 200: { description: 'The delivery.', schema: 'DeliveryDetails', example: detailsExample } },
      problems: ['order_not_found'],
    },
    acceptDelivery: {
      ...ofDelivery,
      request: ['POST', `${one}/accept`],
      summary: 'Accept a delivery',
      description:
        'The first system that accepts holds the delivery; the status stays `ready`. If you hold it already, the ' +
        'answer is 200. A repeated accept whose claim has ended is 409. `claim_id` names your claim.',
      problems: [
        'order_not_found',
        'order_purged',
        'delivery_taken',
        'delivery_not_accepted',
        'invalid_state_transition',
        'order_history_full',
      ],
    },
    declineDelivery: {
      ...ofDelivery,
      request: ['POST', `${one}/decline`],
      summary: 'Decline an offer',
      description:
        'Once every active system that serves the merchant has declined or paused, the merchant learns that no ' +
        'courier was found. You can still accept it. A repeat is 200. A new offer of the delivery resets it.',
      body: {
        schema: 'DeclineDelivery',
        examples: { far: { summary: 'Too far', value: { reason: { code: 'too_far' } } } },
      },
      problems: ['order_not_found', 'order_purged', 'delivery_taken', 'invalid_state_transition', 'order_history_full'],
    },
    releaseDelivery: {
      ...ofDelivery,
      request: ['POST', `${one}/release`],
      summary: 'Give a delivery back',
      description:
        'Possible until pickup: the delivery is `ready` again and open to all. After pickup report ' +
        '`delivery_failed`, then `returned` or a new try. With an older claim than yours the answer is 409. If ' +
        'it is no longer yours, the answer is 200.',
      body: {
        schema: 'ReleaseDelivery',
        examples: { claim: { summary: 'The claim that the accept returned', value: { claim_id: claimId } } },
      },
      problems: [
        'order_not_found',
        'order_purged',
        'delivery_not_accepted',
        'invalid_state_transition',
        'order_history_full',
      ],
    },
    reportStatus: reportCall('status', {
      summary: 'Report a status',
      description:
        'You can skip steps. If nothing changes, the answer is 200; for a report older than the last one, with ' +
        '`stale`.',
      schema: 'ReportStatus',
      problems: ['handover_required'],
      examples: {
        pickup: { summary: 'On the way to the store', value: { status: 'on_route_to_pickup' } },
        failed: {
          summary: 'The customer was not there',
          value: { status: 'delivery_failed', reason: { code: 'customer_absent' } },
        },
      },
    }),
    reportTrackingUrl: reportCall('tracking-url', {
      summary: 'Report the tracking link',
      schema: 'ReportTrackingUrl',
      examples: { url: { summary: 'A page of yours', value: { tracking_url: 'https://track.example.com/1' } } },
    }),
    nameCourier: reportCall('courier', {
      summary: 'Name the courier, or another one',
      schema: 'NameCourier',
      examples: { bicycle: { summary: 'A courier', value: { name: 'Rui', vehicle: 'bicycle' } } },
    }),
    reportHandover: reportCall('handover', {
      summary: 'Report the customer’s code or a proof of delivery',
      description:
        'For deliveries whose `handover_required` is true. After the right code you can report `delivered`. Five ' +
        'wrong codes lock it; a repeat counts again, except under the same `Idempotency-Key`. If the code was ' +
        'confirmed already, the answer is 200. You can send a proof from pickup on, also after the end; the last ' +
        'one counts.',
      schema: 'ReportHandover',
      examples: {
        code: { summary: 'The customer’s code', value: { code: '1234' } },
        proof: {
          summary: 'A picture at the door',
          value: { proof: { kind: 'picture', url: 'https://proof.example.com/1', expires_at: '2026-03-31T00:00:00Z' } },
        },
      },
      problems: ['handover_code_wrong', 'handover_locked', 'handover_not_set'],
    }),
    reportProblem: reportCall('problems', {
      summary: 'Report a problem that the merchant can answer',
      description:
        'Possible until the end; the status does not change. The merchant answers with an action: you get ' +
        '`problem_answered`, and `problems` of the delivery has the answer. One problem of a kind can be open at ' +
        'a time, and an order can have 20. A repeat of an open problem is 200.',
      schema: 'ReportProblem',
      examples: {
        absent: {
          summary: 'No one opens the door',
          value: { kind: 'customer_absent', text: 'I rang three times, and the phone is off.' },
        },
      },
      problems: ['problem_open'],
    }),
    reportEta: reportCall('eta', {
      summary: 'Report the expected times',
      schema: 'ReportEta',
      examples: {
        both: {
          summary: 'At the store, and at the door',
          value: { pickup_at: '2026-01-31T19:05:00Z', delivery_at: '2026-01-31T19:30:00Z' },
        },
      },
    }),
    reportPositions: {
      request: ['POST', '/courier/v1/positions'],
      summary: 'Report positions of couriers',
      description:
        'Up to 100 positions of your deliveries, from `on_route_to_delivery` on until they end. Each is accepted ' +
        'or refused by itself. Only the newest is kept. The merchant sees it to a hundred meters.',
      body: {
        schema: 'ReportPositions',
        examples: {
          one: {
            summary: 'One courier',
            value: { positions: [{ delivery_id: orderId, latitude: -23.55712, longitude: -46.66021 }] },
          },
        },
      },
      answers: {
        200: {
          description: 'The result for each, in the order sent.',
          schema: 'PositionResults',
          example: {
            data: [
              { delivery_id: orderId, taken: true },
              {
                delivery_id: '5f1c0e9ab3d24c7788aa01fe',
                taken: false,
                code: 'order_not_found',
                detail: 'None of your deliveries has this id.',
              },
            ],
          },
        },
      },
    },
  }),
  ...callsOf('Settings', {
    getSettings: {
      request: ['GET', '/courier/v1/settings'],
      summary: 'Read your settings',
      answers: { 200: { description: 'The settings.', schema: 'Settings', example: settingsExample } },
    },
    changeSettings: {
      request: ['PATCH', '/courier/v1/settings'],
      summary: 'Pause, resume, or set the area of deliveries',
      description:
        'Absent members do not change. If every other system that serves a merchant is paused, is disabled or ' +
        'has declined, the merchant learns that no courier was found.',
      body: { schema: 'SettingsChanges', examples: { pause: { summary: 'Pause', value: { paused: true } } } },
      answers: { 200: { description: 'The settings as they are now.', schema: 'Settings', example: settingsExample } },
    },
  }),
  ...callsOf('Events', {
    listEvents: {
      request: ['GET', '/courier/v1/events'],
      summary: 'Follow what happens',
      description:
        '`delivery_offered`: a delivery is open to you. `delivery_changed`: your delivery has changed. ' +
        '`delivery_withdrawn`: it is no longer open to you, or yours. `problem_answered`: the merchant has ' +
        'answered your problem. Store `next_cursor` with your work, and continue there: you miss nothing and see ' +
        'nothing twice.',
      query: courierFeedPollSchema,
      answers: {
        200: {
          description: 'One page, oldest first. An empty one: nothing has happened since.',
          schema: 'EventPage',
          example: {
            data: [
              {
                cursor: eventCursor,
                delivery_id: orderId,
                sequence: 3,
                at: '2026-01-31T18:52:44.006Z',
                event: 'delivery_offered',
                status: 'ready',
                updated_at: '2026-01-31T18:52:44.006Z',
                delivery: null,
              },
            ],
            next_cursor: eventCursor,
            has_more: false,
          },
        },
      },
      problems: ['cursor_expired'],
    },
  }),
};

/** Every call of the API of couriers' systems, by its id. */
export const courierCalls = { ...ownCourierCalls, ...sharedCalls.courier };
