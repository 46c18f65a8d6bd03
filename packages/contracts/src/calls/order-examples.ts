import type { Example } from './call.js';

export const orderId = '5f1c0e9ab3d24c7788aa01ff';

export const address = {
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  street: 'Rua Augusta',
  number: '1508',
  coordinates: { latitude: -23.5571, longitude: -46.6602 },
};

const paidOnline = {
  external_id: 'A-1001',
  display_id: '0007',
  customer: { name: 'Ana Souza', phone: '11987654321' },
  address,
  payment: { prepaid: 4590, pending: 0, methods: [{ value: 4590, method: 'PIX', type: 'ONLINE' }] },
};

const cashWithChange = {
  external_id: 'A-1002',
  display_id: '0008',
  customer: { name: 'João D’Ávila', phone: '08007770000' },
  address: { ...address, neighborhood: 'Consolação', number: 'S/N', zip_code: '', complement: 'Portão azul' },
  payment: {
    prepaid: 0,
    pending: 5000,
    methods: [{ value: 5000, method: 'CASH', type: 'OFFLINE', cash: { change_for: 10000 } }],
  },
  items: [
    {
      description: 'Pizza grande',
      quantity: 1,
      notes: 'Sem cebola',
      sub_items: [
        { description: 'Meia calabresa', quantity: 1 },
        { description: 'Meia muçarela', quantity: 1 },
      ],
    },
    { description: 'Guaraná 2 L', quantity: 1 },
  ],
  extras: {
    origin: 'IFOOD',
    localizer: '4821',
    central: '08007770000',
    order_id: '9a1cf1a4-3ad6-44a4-9c3e-6a0b7e1d2c55',
  },
  external_data: { till: 3, shift: 'evening' },
  delivery_time: '2026-01-31T19:30:00Z',
};

const splitPayment = {
  external_id: 'loja-12/2026#77',
  display_id: '77',
  customer: { name: 'Maria', phone: '5511987654321' },
  address,
  payment: {
    prepaid: 2000,
    pending: 3000,
    methods: [
      { value: 2000, method: 'CREDIT', type: 'ONLINE' },
      { value: 3000, method: 'MEAL_VOUCHER', type: 'OFFLINE' },
    ],
  },
  items: [],
};

export const orderExamples: Readonly<Record<string, Example>> = {
  paidOnline: { summary: 'Minimal, paid online', value: paidOnline },
  cashWithChange: { summary: 'Cash with change, masked phone, items with sub-items', value: cashWithChange },
  splitPayment: { summary: 'Part paid online, part by voucher at the door', value: splitPayment },
};

export const changeExamples: Readonly<Record<string, Example>> = {
  customer: {
    summary: 'Another phone number, and a complement',
    value: { customer: { phone: '11912345678' }, address: { complement: 'Portão azul' } },
  },
  items: {
    summary: 'Other items',
    value: { items: [{ description: 'Pizza grande', quantity: 2, notes: 'Sem cebola' }] },
  },
};

export const validationExample = {
  valid: true,
  coverage: 'covered',
  errors: [],
  warnings: [
    {
      pointer: '/address/coordinates',
      field: 'address.coordinates',
      code: 'coordinates_swapped',
      message: 'Latitude and longitude seem to be swapped: the swapped place is in the country of the address.',
    },
  ],
};

export const summaryExample = {
  id: orderId,
  external_id: 'A-1002',
  display_id: '0008',
  status: 'ready',
  updated_at: '2026-01-31T18:41:07.312Z',
};

const due = {
  ready_by: '2026-01-31T19:05:00.000Z',
  picked_up_by: '2026-01-31T19:10:00.000Z',
  delivered_by: '2026-01-31T19:30:00.000Z',
};

export const listEntryExample = {
  ...summaryExample,
  created_at: '2026-01-31T18:30:00.105Z',
  due,
  late_since: null,
};

const { external_data } = cashWithChange;

/** As it was sent, with the fields that the service adds. */
export const orderExample = {
  ...cashWithChange,
  ...listEntryExample,
  tracking_url: null,
  reason: null,
  store: null,
  courier: { name: 'Rui', vehicle: 'bicycle' },
  courier_system: { name: 'Rapidinho' },
  eta: { delivery_at: '2026-01-31T19:30:00Z' },
  handover: null,
  proof: null,
  no_courier_since: null,
  problems: [],
};

export const answerExamples: Readonly<Record<string, Example>> = {
  leave: { summary: 'Leave it at the door', value: { action: 'leave_at_door', text: 'Behind the blue gate.' } },
};

export const eventBodyExamples = {
  status_changed: { ...summaryExample, external_data, event: 'status_changed', previous_status: 'created' },
  delivery_requested: { ...summaryExample, external_data, event: 'delivery_requested' },
  tracking_url_added: {
    ...summaryExample,
    status: 'on_route_to_delivery',
    updated_at: '2026-01-31T19:02:44.020Z',
    external_data,
    event: 'tracking_url_added',
    tracking_url: 'https://track.example.com/t/9f3b',
  },
  order_changed: { ...summaryExample, external_data, event: 'order_changed', changed: ['/items', '/payment'] },
  order_due: { ...summaryExample, status: 'created', external_data, event: 'order_due', due },
  order_late: { ...summaryExample, external_data, event: 'order_late', missed: 'picked_up_by', due },
  courier_assigned: {
    ...summaryExample,
    external_data,
    event: 'courier_assigned',
    courier: { name: 'Rui', vehicle: 'bicycle' },
  },
  courier_unassigned: { ...summaryExample, external_data, event: 'courier_unassigned' },
  courier_not_found: { ...summaryExample, external_data, event: 'courier_not_found' },
  eta_changed: { ...summaryExample, external_data, event: 'eta_changed', eta: { delivery_at: '2026-01-31T19:30:00Z' } },
  proof_added: { ...summaryExample, status: 'delivered', external_data, event: 'proof_added', kind: 'picture' },
  customer_erased: { ...summaryExample, status: 'delivered', external_data: {}, event: 'customer_erased' },
  delivery_problem: {
    ...summaryExample,
    status: 'at_delivery',
    external_data,
    event: 'delivery_problem',
    problem_id: 1,
    kind: 'customer_absent',
  },
};

const deliveryId = '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9';

/** One webhook, which was answered 503 once. */
export const lanesExample = {
  order: listEntryExample,
  commands: [
    {
      at: '2026-01-31T18:41:07.312Z',
      id: 'c2f1a5de-3f0b-4c39-9d5e-0f6f4a1b7c20',
      type: 'order.ready_requested',
      outcome: 'applied',
      code: null,
      detail: null,
      after_sequence: 1,
    },
  ],
  events: [{ at: '2026-01-31T18:41:07.312Z', sequence: 1, event: 'status_changed', status: 'ready' }],
  lanes: [
    {
      endpoint: {
        id: '0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11',
        type: 'push',
        name: 'Kitchen',
        url: 'https://hooks.example.com/orders',
        status: 'active',
        disabled_reason: null,
        health: 'ok',
      },
      deliveries: [
        {
          id: deliveryId,
          webhook_id: 'msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9',
          sequence: 1,
          event: 'status_changed',
          state: 'waiting',
          replay_id: null,
          attempt_count: 1,
          waits_for: { reason: 'retry', sequence: null, until: '2026-01-31T18:41:18.020Z', detail: null },
          received_at: '2026-01-31T18:41:07.301Z',
          applied_at: '2026-01-31T18:41:07.312Z',
          created_at: '2026-01-31T18:41:07.312Z',
          released_at: '2026-01-31T18:41:07.330Z',
          settled_at: null,
          attempts: [
            {
              attempt: 1,
              at: '2026-01-31T18:41:07.341Z',
              duration_ms: 84.2,
              status_code: 503,
              error_code: 'unavailable',
              error_detail: null,
              response_excerpt: 'deploying',
            },
          ],
        },
      ],
    },
  ],
  truncated: false,
};
