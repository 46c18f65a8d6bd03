import { z } from 'zod';
import { type Command, command, type CommandInput, type Flags, optionalActionFlags } from '../command.js';
import { renderFields } from '../output/render-table.js';
import { toQuery } from '../output/to-query.js';
import { readOptionalAction } from './endpoints.js';

type Owner = {
  /** As `tokens`. */
  group: string;
  /** As in `of a merchant`. */
  name: string;
  /** The argument that is its id. */
  arg: string;
  pathOf: (args: CommandInput['args']) => string;
  created: z.ZodType<{ id: string; token: string; created_at: string }>;
  /** What a new token is for, where tokens differ. */
  adding?: { required: Flags; options: Flags; bodyOf: (options: CommandInput['options']) => object };
};

/** Of merchants, couriers' systems and platforms. */
export const tokenCommands = ({ group, name, arg, pathOf, created, adding }: Owner): readonly Command[] => [
  command([group, 'add'], `Create a second token for ${name}, to rotate to. It is shown only once.`, {
    args: [arg],
    ...(adding && { required: adding.required }),
    options: { ...adding?.options, ...optionalActionFlags },
    run: async (input) => {
      const body = adding?.bodyOf(input.options);
      const path = `${pathOf(input.args)}/tokens${toQuery(readOptionalAction(input))}`;
      const data = await input.operator(path, created, { method: 'POST', ...(body && { body }) });
      return { data, text: `${renderFields(data)}\nThe token is not shown again.` };
    },
  }),
  command([group, 'remove'], `Revoke a token of ${name}.`, {
    args: [arg, 'token_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const token = `${pathOf(input.args)}/tokens/${encodeURIComponent(input.args['token_id'] ?? '')}`;
      await input.operator(token + toQuery(readOptionalAction(input)), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'revoked' };
    },
  }),
];
