import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { fieldErrorSchema, problemSchema } from '@delivery/contracts';
import { schemaRef } from '@delivery/contracts/calls';
import { openDeliveryPath } from '@delivery/open-delivery';
import { type Json, type JsonObject, mapMembers, memberOf, membersOf, resolveRef, textAt } from './json.js';
import { convertSchemas } from './schemas.js';

const description = `The logistics part of ABRASEL’s standard, as this service serves it: the standard’s own document,
with what is said and answered here beside it.

**Credentials.** \`client_id\` and \`client_secret\` of an OAuth client of the merchant give an access token for an
hour.

**Repeating is safe.** You can repeat any call: it takes effect once, and succeeds again.

**Errors** have the standard’s \`title\` and \`status\`, and also the \`code\`, \`detail\`, \`errors\` and
\`request_id\` of our problem details. 429 has \`Retry-After\`.`;

type Words = { summary: string; description: string; example?: JsonObject };

const address = {
  country: 'BR',
  state: 'BR-SP',
  city: 'São Paulo',
  district: 'Consolação',
  street: 'Rua Augusta',
  number: '1508',
  postalCode: '01304-001',
  complement: '',
};

const delivery: JsonObject = {
  orderId: '52122852-6626-11ed-9022-0242ac120002',
  orderDisplayId: '4021',
  merchant: { id: '11222333000181-7f1f3c52-51a4-4c1f-9a9e-0f2f6b1d2c3e', name: 'Cantina' },
  pickupAddress: address,
  notifyReadyForPickup: true,
  returnToMerchant: false,
  canCombine: true,
  deliveryAddress: { ...address, number: '12', complement: 'ap 2', latitude: -23.5587, longitude: -46.6468 },
  customerName: 'Ana Souza',
  customerPhone: '11987654321',
  vehicle: { type: ['MOTORBIKE_BAG'], container: 'THERMIC' },
  limitTimes: { deliveryLimit: 50 },
  totalOrderPrice: { value: 45.9, currency: 'BRL' },
  totalWeight: 1200,
  payments: { method: 'ONLINE' },
};

const notServed = 'Not served: always 422 with the code `not_served`.';

/** By the ids of the standard. */
const words: Readonly<Record<string, Words>> = {
  getToken: { summary: 'Get an access token', description: 'Valid for an hour, here and for `/v1`.' },
  logisticsAvailability: {
    summary: 'Ask for vehicles and prices',
    description:
      '200 without content: there are no prices. With a token 404 `not_served` if no courier’s system of the ' +
      'merchant delivers to the coordinates of `deliveryAddress` now.',
  },
  logisticsNewDelivery: {
    summary: 'Create a delivery',
    description:
      '202 means that it is on disk. Without `notifyReadyForPickup: true` it is ready for couriers at once. ' +
      '`Ignored-Fields` names what is not used, cut or rounded. 422 when the delivery has ended: use another ' +
      '`orderId`.',
    example: delivery,
  },
  logisticDetails: { summary: 'Read a delivery', description: 'The order and its events.' },
  logisticsReadyForPickup: {
    summary: 'Say that it is ready',
    description: '404 if the delivery does not exist. 202 instead of 200 if the call is applied a moment later.',
  },
  logisticsPicked: { summary: 'Report the pickup', description: `${notServed} Couriers report it.` },
  logisticsFinish: { summary: 'Report the end of a delivery', description: `${notServed} Couriers report it.` },
  logisticsProblem: {
    summary: 'Solve a problem',
    description:
      'Answers every open problem of the delivery; `CANCEL_DELIVERY` cancels it, until pickup. 422 without an ' +
      'open problem, 404 if the delivery does not exist. `reason` is ignored.',
    example: { reason: 'NOBODY_TO_RECEIVE', action: 'RETURN_TO_STORE' },
  },
  logisticsCancel: {
    summary: 'Cancel a delivery',
    description:
      'Until pickup; then 422. 404 if the delivery does not exist. The answer never has `additionalCharges`, and ' +
      '`action` is ignored.',
    example: { reason: 'PROBLEM_AT_MERCHANT', message: 'The oven is out of order' },
  },
  newLogisticEvent: {
    summary: 'An event, sent to your server',
    description:
      'To endpoints of format `open_delivery`: at least once, per order in sequence, signed with the secret of ' +
      'their OAuth client. Any 2xx is a success.',
  },
};

/** Answers with more members than the standard names. Its `Error` has two members of a problem. */
const schemas = convertSchemas({
  TokenResponse: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().min(1).describe('In seconds.'),
    scope: z.literal('od.all'),
  }),
  Problem: problemSchema,
  FieldError: fieldErrorSchema,
  TokenProblem: problemSchema
    .extend({ error: z.string(), error_description: z.string().describe('Equal to `detail`.') })
    .describe('A problem, with the members of RFC 6749.'),
});

type ByStatus = Readonly<Record<string, JsonObject>>;

const problems = (...statuses: string[]): ByStatus =>
  Object.fromEntries(
    statuses.map((status) => [status, { content: { 'application/problem+json': { schema: schemaRef('Problem') } } }]),
  );
const tokenProblem: JsonObject = { content: { 'application/json': { schema: schemaRef('TokenProblem') } } };

/** Answers of this service that the standard does not list, or has `Error` for. */
const alsoAnswered = problems('400', '401', '403', '404', '413', '415', '422', '429', '503');
const answeredBy: Readonly<Record<string, ByStatus>> = {
  getToken: { '400': tokenProblem, '401': tokenProblem, ...problems('413', '415', '429', '503') },
  logisticsAvailability: problems('400', '404', '429', '503'),
  logisticsReadyForPickup: { ...alsoAnswered, '202': {} },
  newLogisticEvent: {},
};

/** The standard's document, complete in itself, as OpenAPI 3.1. */
export const buildOpenDeliveryApi = (standard: JsonObject): JsonObject => {
  const {
    requestBodies: _inlined,
    responses: _alsoInlined,
    schemas: standardSchemas,
    ...components
  } = Object.fromEntries(membersOf(memberOf(standard, 'components')));
  const complete = (calls: Json | undefined): JsonObject =>
    mapMembers(calls, (methods) => mapMembers(methods, (operation) => completeCall(standard, operation)));
  return {
    ...standard,
    openapi: '3.1.1',
    info: { ...Object.fromEntries(membersOf(memberOf(standard, 'info'))), description },
    servers: [{ url: openDeliveryPath, description: 'The base URL to configure in the till.' }],
    paths: complete(memberOf(standard, 'paths')),
    webhooks: complete(memberOf(standard, 'webhooks')),
    components: { ...components, schemas: { ...Object.fromEntries(membersOf(standardSchemas)), ...schemas } },
  };
};

const completeCall = (standard: JsonObject, operation: Json): JsonObject => {
  const id = textAt(operation, 'operationId');
  const { example, ...said } = words[id] ?? { summary: id, description: '' };
  const body = resolveRef(standard, memberOf(operation, 'requestBody'));
  return {
    ...Object.fromEntries(membersOf(operation)),
    ...said,
    ...(body !== undefined && { requestBody: example ? withExample(body, example) : body }),
    responses: mapMembers(
      { ...Object.fromEntries(membersOf(memberOf(operation, 'responses'))), ...(answeredBy[id] ?? alsoAnswered) },
      (response, status) => ({
        description: STATUS_CODES[status] ?? status,
        ...Object.fromEntries(membersOf(resolveRef(standard, response))),
      }),
    ),
  };
};

const withExample = (body: Json, example: JsonObject): JsonObject => ({
  ...Object.fromEntries(membersOf(body)),
  content: mapMembers(memberOf(body, 'content'), (media) => ({
    ...Object.fromEntries(membersOf(media)),
    examples: { one: { summary: 'With what couriers need', value: example } },
  })),
});
