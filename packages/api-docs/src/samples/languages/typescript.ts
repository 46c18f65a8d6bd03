import { type Json, memberOf } from '../../json.js';
import { javaScriptStyle, writeLiteral } from '../literal.js';
import { camelName, joinSteps, type SampleLanguage, type SampleRequest, splitPath } from '../sample.js';

const head = `import { createClient } from '@delivery/client';

const { BASE = '', KEY = '', TOKEN = '' } = process.env;
const client = createClient({ baseUrl: BASE, key: KEY, token: TOKEN });`;

/** What a call of the client is given: the id of the path, and the body as it is written down. */
type Given = { id: string; body: string; reason: string; ids: string; kind: string };

const show = (expression: string): string => `console.log(await ${expression});`;
const showEach = (name: string, expression: string): string =>
  `for await (const ${name} of ${expression}) console.log(${name});`;

/** By operation: every call of the merchant API has its line. */
const calls: Readonly<Record<string, (given: Given) => string>> = {
  createOrder: ({ body }) => show(`client.orders.create(${body})`),
  listOrders: () => showEach('order', 'client.orders.list()'),
  getOrder: ({ id }) => show(`client.orders.get(${id})`),
  markOrderReady: ({ id }) => show(`client.orders.markReady(${id})`),
  cancelOrder: ({ id, reason }) => show(`client.orders.cancel(${[id, reason].filter((one) => one !== '').join(', ')})`),
  listOrderEvents: ({ id }) => showEach('event', `client.orders.listEvents(${id})`),
  getOrderLanes: ({ id }) => show(`client.orders.lanes(${id})`),
  searchOrders: () => show("client.orders.search('A-1002')"),
  getSummary: () => show('client.summary()'),
  getSession: () => show('client.session()'),
  listEvents: () => showEach('event', 'client.events.list()'),
  getSandboxOrder: ({ id }) => show(`client.sandbox.order(${id})`),
  advanceSandboxOrder: ({ id, body }) => show(`client.sandbox.advance(${[id, body].filter(Boolean).join(', ')})`),
  injectFault: ({ id, kind }) => show(`client.sandbox.injectFault(${id}, ${kind})`),
  pullWebhooks: ({ id }) => showEach('message', `client.endpoints.pull(${id})`),
  ackWebhooks: ({ id, ids }) => show(`client.endpoints.ack(${id}, ${ids})`),
  listWebhookEndpoints: () => showEach('endpoint', 'client.endpoints.list()'),
  createWebhookEndpoint: ({ body }) => show(`client.endpoints.create(${body})`),
  getWebhookEndpoint: ({ id }) => show(`client.endpoints.get(${id})`),
  updateWebhookEndpoint: ({ id, body }) => show(`client.endpoints.update(${id}, ${body})`),
  replaceWebhookEndpoint: ({ id, body }) => show(`client.endpoints.replace(${id}, ${body})`),
  deleteWebhookEndpoint: ({ id }) => `await client.endpoints.delete(${id});`,
  testWebhookEndpoint: ({ id }) => show(`client.endpoints.test(${id})`),
  rotateWebhookSecret: ({ id }) => show(`client.endpoints.rotateSecret(${id})`),
  enableWebhookEndpoint: ({ id }) => show(`client.endpoints.enable(${id})`),
  disableWebhookEndpoint: ({ id }) => show(`client.endpoints.disable(${id})`),
  listWebhookDeliveries: () => showEach('delivery', 'client.deliveries.list()'),
  getWebhookDelivery: ({ id }) => show(`client.deliveries.get(${id})`),
  replayWebhookDelivery: ({ id }) => show(`client.deliveries.replay(${id})`),
  replayWebhookDeliveries: ({ ids }) => show(`client.deliveries.replayMany(${ids})`),
  previewWebhookDeliveriesReplay: ({ ids }) => show(`client.deliveries.previewReplay(${ids})`),
  previewWebhookReplay: ({ body }) => show(`client.replays.preview(${body})`),
  previewEnableWebhookEndpoint: ({ id }) => show(`client.endpoints.previewEnable(${id})`),
  createWebhookReplay: ({ body }) => show(`client.replays.create(${body})`),
  listWebhookReplays: () => showEach('replay', 'client.replays.list()'),
  getWebhookReplay: ({ id }) => show(`client.replays.get(${id})`),
};

/** Our own client. */
export const typeScript: SampleLanguage = {
  id: 'typescript',
  label: 'TypeScript',
  highlight: 'typescript',
  toStatements: (steps) =>
    joinSteps(steps, (step) => {
      if (step.kind === 'comment') return `// ${step.text}`;
      if (step.kind === 'assign') return `const ${camelName(step.variable)} = '${step.value}';`;
      return writeCall(step.request);
    }),
  toProgram: (statements) => `${head}\n\n${statements}`,
};

/** The client has its own words for queries and headers, so a request with one of them is not guessed at. */
const writeCall = ({ operationId = '', path, headers, body }: SampleRequest): string | undefined => {
  if (path.includes('?') || headers.length > 0) return undefined;
  return calls[operationId]?.({
    id: camelName(splitPath(path)[1] ?? ''),
    body: write(body),
    reason: write(memberOf(body, 'reason')),
    ids: write(memberOf(body, 'ids') ?? memberOf(body, 'delivery_ids')),
    kind: write(memberOf(body, 'kind')),
  });
};

const write = (value: Json | undefined): string => (value === undefined ? '' : writeLiteral(value, javaScriptStyle));
