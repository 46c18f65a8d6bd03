import {
  type DeadLetterAction,
  deadLetterMessageSchema,
  deadLetterPreviewSchema,
  deadLetterSchema,
  deadLettersDoneSchema,
  type DeadLetterTarget,
  listSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { byFlags, type Command, command, type CommandInput, pageFlags, reasonFlags } from '../command.js';
import { renderAge, renderFields, renderPage } from '../output.js';
import { readAction } from './endpoints.js';
import { previewedLetters, previewFlags, readPreviewed } from './previews.js';

const groupFlags = {
  '--queue <queue>': 'the queue in which the messages were refused',
  '--refused-for <reason>': 'the exact reason, as the list shows it',
};

export const deadLetterCommands: readonly Command[] = [
  command(['dead-letters', 'list'], 'List refused messages, with the reason.', {
    options: { '--queue <queue>': 'only those of this queue', ...pageFlags },
    run: async ({ operator, options }) => {
      const data = await operator(`/dead-letters${toQuery(options)}`, listSchema(deadLetterSchema));
      const rows = data.data.map((one) => [one.id, one.count, renderAge(one.last_at), one.queue, one.reason]);
      return { data, text: renderPage(['dead letter', 'count', 'ago', 'queue', 'reason'], rows, data.next_cursor) };
    },
  }),
  command(['dead-letters', 'show'], 'Show a refused message, without what may be a customer’s.', {
    args: ['dead_letter_id'],
    run: async ({ operator, args }) => {
      const data = await operator(
        `/dead-letters/${encodeURIComponent(args['dead_letter_id'] ?? '')}/message`,
        deadLetterMessageSchema,
      );
      return { data, text: renderFields({ order: data.order_id, merchant: data.merchant_id, message: data.body }) };
    },
  }),
  command(['dead-letters', 'replay'], 'Put a refused message back into its queue. Fix the cause first.', {
    args: ['dead_letter_id'],
    required: reasonFlags,
    options: { ...previewFlags, ...byFlags },
    run: (input) => settle(input, 'replay', oneOf(input)),
  }),
  command(['dead-letters', 'delete'], 'Delete a refused message for good.', {
    args: ['dead_letter_id'],
    required: reasonFlags,
    options: { ...previewFlags, ...byFlags },
    run: (input) => settle(input, 'delete', oneOf(input)),
  }),
  command(['dead-letters', 'preview'], 'Show how many messages of one reason an action would touch.', {
    required: { '--action <action>': 'replay or delete', ...groupFlags },
    run: async (input) => {
      const body = { action: input.options['action'], ...groupOf(input) };
      return previewedLetters(
        await input.operator('/dead-letters/preview', deadLetterPreviewSchema, { method: 'POST', body }),
      );
    },
  }),
  command(
    ['dead-letters', 'replay-all'],
    'Put all messages of one reason back into their queue. Fix the cause first.',
    {
      required: { ...groupFlags, ...reasonFlags },
      options: { ...previewFlags, ...byFlags },
      run: (input) => settle(input, 'replay', groupOf(input)),
    },
  ),
  command(
    ['dead-letters', 'delete-all'],
    'Delete all messages of one reason for good, if the preview is still right.',
    {
      required: { ...groupFlags, ...reasonFlags, ...previewFlags },
      options: byFlags,
      run: (input) => settle(input, 'delete', groupOf(input)),
    },
  ),
];

const oneOf = ({ args: { dead_letter_id } }: CommandInput) => ({ dead_letter_id });

const groupOf = ({ options: { queue, refusedFor } }: CommandInput) => ({ queue, refused_for: refusedFor });

const settle = async (input: CommandInput, action: DeadLetterAction, target: DeadLetterTarget) => {
  const call = { method: 'POST', body: { ...target, ...readAction(input) }, ...readPreviewed(input) };
  const data = await input.operator(`/dead-letters/${action}`, deadLettersDoneSchema, call);
  return {
    data,
    text: renderFields({ [action === 'replay' ? 'put back' : 'deleted']: data.done, left: data.remaining }),
  };
};
