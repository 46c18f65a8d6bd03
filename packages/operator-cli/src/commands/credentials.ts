import { z } from 'zod';
import { oauthClientCreatedSchema, oauthClientListSchema, operatorSessionListSchema } from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { type Command, command, type CommandInput, type Flags, merchantPath, optionalActionFlags } from '../command.js';
import { renderFields, renderTable } from '../output.js';
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
  /** The scope of a new token, if tokens differ. */
  adding?: { required: Flags; options: Flags; bodyOf: (options: CommandInput['options']) => object };
};

/** The commands for tokens of merchants, couriers' systems and platforms. */
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

const pathOf = (args: CommandInput['args']): string => `${merchantPath(args)}/oauth-clients`;

/** Tills' systems, which call for a merchant with access tokens. */
export const oauthClientCommands: readonly Command[] = [
  command(['oauth-clients', 'list'], 'List the OAuth clients of a merchant.', {
    args: ['merchant_id'],
    run: async ({ operator, args }) => {
      const data = await operator(pathOf(args), oauthClientListSchema);
      const rows = data.data.map(({ client_id, name, created_at }) => [client_id, name, created_at]);
      return { data, text: renderTable(['client', 'name', 'created'], rows) };
    },
  }),
  command(['oauth-clients', 'add'], 'Add an OAuth client of a merchant. Its secret is shown only once.', {
    args: ['merchant_id', 'name'],
    options: optionalActionFlags,
    run: async (input) => {
      const call = { method: 'POST', body: { name: input.args['name'] ?? '' } };
      const path = pathOf(input.args) + toQuery(readOptionalAction(input));
      const data = await input.operator(path, oauthClientCreatedSchema, call);
      return { data, text: `${renderFields(data)}\nThe secret is not shown again.` };
    },
  }),
  command(['oauth-clients', 'remove'], 'Delete an OAuth client of a merchant.', {
    args: ['merchant_id', 'client_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const path = `${pathOf(input.args)}/${encodeURIComponent(input.args['client_id'] ?? '')}`;
      await input.operator(path + toQuery(readOptionalAction(input)), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'deleted' };
    },
  }),
];

export const sessionCommands: readonly Command[] = [
  command(['sessions', 'list'], 'List the sessions of the console that have not ended.', {
    run: async ({ operator }) => {
      const data = await operator('/sessions', operatorSessionListSchema);
      const rows = data.data.map(({ id, person, roles, address, began_at, expires_at }) => [
        id,
        person ?? 'token',
        roles.join(', '),
        address,
        began_at,
        expires_at,
      ]);
      return { data, text: renderTable(['session', 'of', 'roles', 'from', 'began', 'ends'], rows) };
    },
  }),
  command(['sessions', 'end'], 'End a session of the console in any browser.', {
    args: ['session_id'],
    options: optionalActionFlags,
    run: async (input) => {
      const path = `/sessions/${encodeURIComponent(input.args['session_id'] ?? '')}`;
      await input.operator(path + toQuery(readOptionalAction(input)), z.object({}), { method: 'DELETE' });
      return { data: {}, text: 'ended' };
    },
  }),
];
