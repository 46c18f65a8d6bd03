import { setAsideListQuerySchema } from '../list-queries.js';
import { callsOf } from './call.js';
import { pathId } from './parameters.js';

const path = '/operator/v1/set-aside';
const parameters = [
  pathId(
    'The message.',
    { type: 'string', pattern: '^(command|attempt)-[0-9]{1,18}$' },
    'command-4711',
    'set_aside_id',
  ),
];
const body = {
  schema: 'OperatorAction',
  examples: { action: { summary: 'The operator and the reason', value: { by: 'ana', reason: 'An index was added.' } } },
};
const example = {
  id: 'command-4711',
  kind: 'command',
  type: 'order.ready_requested',
  order_id: 'b6e8e0f6f5a34d3a9c1e7d20',
  merchant_id: '0f8fad5bd9cb469fa16570867728950e',
  endpoint_id: null,
  reason: 'its statements fail or take too long: SQLSTATE 57014',
  tries: 3,
  set_aside_at: '2026-06-01T12:00:00.000Z',
  next_try_at: '2026-06-01T12:02:30.000Z',
};

export const operatorSetAsideCalls = callsOf('Set aside', {
  listSetAside: {
    request: ['GET', path],
    role: 'look',
    summary: 'List messages for which the database takes too long',
    description: 'They wait, with later messages of their orders behind them, while all others go on.',
    query: setAsideListQuerySchema,
    answers: {
      200: {
        description: 'One page, by id.',
        schema: 'SetAsideList',
        example: { data: [example], next_cursor: null },
      },
    },
    problems: [],
  },
  retrySetAside: {
    request: ['POST', `${path}/{set_aside_id}/retry`],
    role: 'act',
    summary: 'Try a message again now',
    description: 'It stays set aside if the database takes too long again.',
    parameters,
    body,
    answers: { 200: { description: 'It is tried within a second.', schema: 'SetAside', example } },
    problems: ['set_aside_not_found'],
  },
  discardSetAside: {
    request: ['POST', `${path}/{set_aside_id}/discard`],
    role: 'act',
    summary: 'Give a message up',
    description:
      'A command is recorded as refused, and the messages behind it are applied. An attempt without its report ' +
      'counts as lost: the webhook is sent again.',
    parameters,
    body,
    answers: { 204: { description: 'It is gone.' } },
    problems: ['set_aside_not_found'],
  },
});
