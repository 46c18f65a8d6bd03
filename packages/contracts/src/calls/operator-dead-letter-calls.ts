import { deadLetterListQuerySchema } from '../list-queries.js';
import { callsOf, type CallSpec } from './call.js';
import { pathId, uuid } from './parameters.js';
import { deadLetterPreviewExample, previewParameter } from './preview-examples.js';

const deadLetterId = '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9';
const letters = '/operator/v1/dead-letters';
const letterParameters = [pathId('The dead letter.', uuid, deadLetterId, 'dead_letter_id')];
const group = { queue: 'order-state.orders', refused_for: 'schema_version 9 is newer than 1, the newest known here' };
const action = { by: 'ana', reason: 'A publisher that was only tested, ticket 4711.' };

const settling = (name: 'replay' | 'delete') =>
  ({
    request: ['POST', `${letters}/${name}`],
    role: 'act',
    parameters: [previewParameter],
    body: {
      schema: 'SettleDeadLetters',
      examples: {
        group: { summary: 'All of one reason', value: { ...group, ...action } },
        one: { summary: 'One message', value: { dead_letter_id: deadLetterId, ...action } },
      },
    },
    answers: {
      200: { description: 'How many are done.', schema: 'DeadLettersDone', example: { done: 42, remaining: 0 } },
    },
  }) satisfies Partial<CallSpec>;

const steps = 'One call works for 8 s at most. If messages remain, repeat it.';

export const operatorDeadLetterCalls = callsOf('Dead letters', {
  listDeadLetters: {
    request: ['GET', letters],
    role: 'look',
    summary: 'List dead letters',
    query: deadLetterListQuerySchema,
    answers: { 200: { description: 'One page, newest first.', schema: 'DeadLetterList' } },
    problems: [],
  },
  getDeadLetterMessage: {
    request: ['GET', `${letters}/{dead_letter_id}/message`],
    role: 'look',
    summary: 'Read a dead letter',
    description:
      'Without what may be a customer’s: `(masked)` stands for every text and number that a person may have written.',
    parameters: letterParameters,
    answers: { 200: { description: 'Its subject and its members.', schema: 'DeadLetterMessage' } },
    problems: ['dead_letter_not_found'],
  },
  previewDeadLetters: {
    request: ['POST', `${letters}/preview`],
    role: 'act',
    summary: 'How many messages an action would touch',
    description:
      'Previews one message, or all messages that the consumers of a queue refused for one reason. Nothing ' +
      'changes. With the `token` the action handles exactly the shown messages, or is refused.',
    body: {
      schema: 'PreviewDeadLetters',
      examples: {
        group: { summary: 'All of one reason', value: { action: 'replay', ...group } },
        one: { summary: 'One message', value: { action: 'delete', dead_letter_id: deadLetterId } },
      },
    },
    answers: { 200: { description: 'Counted.', schema: 'DeadLetterPreview', example: deadLetterPreviewExample } },
    problems: ['dead_letter_not_found'],
  },
  replayDeadLetters: {
    ...settling('replay'),
    summary: 'Replay dead letters',
    description:
      'Oldest first, erased messages included. A message that is refused again is listed with its new reason. ' + steps,
    problems: ['dead_letter_not_found', 'dead_letter_erased', 'preview_stale'],
  },
  deleteDeadLetters: {
    ...settling('delete'),
    summary: 'Delete one message, or all of one reason, for good',
    description: `Deleted messages cannot be restored. ${steps}`,
    problems: ['dead_letter_not_found', 'preview_stale'],
  },
});
