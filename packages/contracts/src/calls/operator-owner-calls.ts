import { deliveryListQuerySchema } from '../list-queries.js';
import { type OperatorRole, optionalActionSchema } from '../operator-accounts.js';
import { sentRequestsQuerySchema } from '../sent-requests.js';
import { endpointEventSchema } from '../webhook.js';
import { type Call, type Calls, mapCalls } from './call.js';
import { deliveryCalls } from './delivery-calls.js';
import { merchantId, ownerIdSchema, pathId } from './parameters.js';
import { peopleCalls } from './people-calls.js';
import { replayCalls } from './replay-calls.js';
import { contactCalls } from './settings-calls.js';

const owner = pathId(
  'A merchant, a courier’s system, or a platform in one mode, by the `merchant_id` that lists of endpoints show.',
  ownerIdSchema,
  merchantId,
  'owner_id',
);

/** `named`: where the operator says who does it, and why. */
type Rule = { role: OperatorRole; named?: 'body' | 'query' };
const look: Rule = { role: 'look' };
const preview: Rule = { role: 'act' };
const act: Rule = { role: 'act', named: 'body' };

/** The path names the owner, and an operator needs no session of the portal. */
const operatorPeopleCalls = mapCalls(peopleCalls, (declared) => {
  const { query: _, description: __, ...call } = declared;
  return call;
});

/** The calls of an owner that operators have. It alone fetches and acks its messages, and has its secrets. */
const declared = {
  ...contactCalls,
  getContacts: {
    ...contactCalls.getContacts,
    answers: {
      200: {
        description: 'All of them.',
        schema: 'OperatorContactList',
      },
    },
  },
  ...operatorPeopleCalls,
  ...replayCalls,
  ...deliveryCalls,
  listWebhookDeliveries: {
    ...deliveryCalls.listWebhookDeliveries,
    query: deliveryListQuerySchema.extend({
      event: endpointEventSchema.optional().describe('Only those of this event, which its owner must have.'),
    }),
  },
  getWebhookDeliveryRequests: {
    ...deliveryCalls.getWebhookDeliveryRequests,
    description:
      `${deliveryCalls.getWebhookDeliveryRequests.description} With \`customer_data=shown\` the log line ` +
      '`customer_data.read` names the caller and the delivery. A read-only token is refused.',
    query: sentRequestsQuerySchema,
  },
};
type OwnersCall = keyof typeof declared;

/** One without a rule does not compile. */
const rules: Readonly<Record<OwnersCall, Rule>> = {
  getContacts: look,
  putContacts: { role: 'administer', named: 'query' },
  listPeople: look,
  invitePerson: { role: 'administer', named: 'query' },
  changePerson: { role: 'administer', named: 'query' },
  removePerson: { role: 'administer', named: 'query' },
  listWebhookDeliveries: look,
  getWebhookDelivery: look,
  getWebhookDeliveryRequests: look,
  sendWebhookDeliveryNow: act,
  createWebhookReplay: act,
  previewWebhookReplay: preview,
  listWebhookReplays: look,
  getWebhookReplay: look,
};

const idNames = { people: 'person_id', 'webhook-deliveries': 'delivery_id', 'webhook-replays': 'replay_id' } as const;
const action = { by: 'ana', reason: 'Their server is being moved, ticket 4711.' };

const nameAction = ({ named }: Rule, { body }: Call): Pick<Call, 'body' | 'query'> => {
  if (named === 'query') return { ...(body && { body }), query: optionalActionSchema };
  if (named === undefined) return body ? { body } : {};
  const examples = Object.entries(
    body?.examples ?? { action: { summary: 'The operator’s name and reason', value: {} } },
  );
  return {
    body: {
      schema: `Operator${body?.schema ?? 'Action'}`,
      examples: Object.fromEntries(
        examples.map(([name, { summary, value }]) => [name, { summary, value: Object.assign({}, value, action) }]),
      ),
    },
  };
};

const mount = <Id extends OwnersCall>(call: Call<Id>): Call<Id> => {
  const [, word = ''] = /\/([\w-]+)\/\{id\}/.exec(call.path) ?? [];
  const idName = Object.entries(idNames).find(([name]) => name === word)?.[1] ?? 'id';
  const rule = rules[call.id];
  const { body: _, ...rest } = call;
  return {
    ...rest,
    ...nameAction(rule, call),
    isOwners: true,
    tag: 'Owners',
    role: rule.role,
    path: call.path.replace('/v1', '/operator/v1/owners/{owner_id}').replace('{id}', `{${idName}}`),
    parameters: [
      owner,
      ...(call.parameters ?? []).map((parameter) =>
        parameter['name'] === 'id' ? { ...parameter, name: idName } : parameter,
      ),
    ],
    answers: Object.fromEntries(
      Object.entries(call.answers).map(([status, { next: __, example: ___, ...answer }]) => [status, answer]),
    ),
    problems: ['owner_not_found', ...(call.problems ?? [])],
  };
};

/** The owner's calls that operators may make for it. */
export const operatorOwnerCalls: Calls<OwnersCall> = mapCalls(declared, mount);
