import {
  courierSystemCreatedSchema,
  type CourierSystemView,
  courierSystemViewSchema,
  courierTokenCreatedSchema,
  listSchema,
} from '@delivery/contracts';
import { toQuery } from '../call-operator.js';
import { type Command, command, type CommandInput, modeOf, optionalActionFlags, pageFlags } from '../command.js';
import { renderFields, renderPage, renderTable } from '../output.js';
import { tokenCommands } from './credentials.js';
import { readOptionalAction } from './endpoints.js';

const systemPath = (args: CommandInput['args']): string =>
  `/courier-systems/${encodeURIComponent(args['courier_system_id'] ?? '')}`;

export const courierSystemCommands: readonly Command[] = [
  command(['courier-systems', 'create'], 'Create a courier’s system. Shows its token, once.', {
    required: {
      '--name <name>': 'name of the company that delivers',
      '--merchants <ids>': 'comma-separated ids of the merchants that it serves, or `all` of its mode',
    },
    options: { '--sandbox': 'it serves sandbox merchants; without it, live ones', ...optionalActionFlags },
    run: async (input) => {
      const { operator, options } = input;
      const body = {
        ...readOptionalAction(input),
        name: options['name'],
        merchants: toMerchants(options['merchants']),
        mode: modeOf(options),
      };
      const data = await operator('/courier-systems', courierSystemCreatedSchema, { method: 'POST', body });
      return { data, text: `${renderFields(toFields(data))}\ntoken: ${data.token}\nThe token is not shown again.` };
    },
  }),
  command(['courier-systems', 'list'], 'List couriers’ systems.', {
    options: pageFlags,
    run: async ({ operator, options }) => {
      const data = await operator(`/courier-systems${toQuery(options)}`, listSchema(courierSystemViewSchema));
      const rows = data.data.map((system) => [system.id, system.mode, system.status, servedBy(system), system.name]);
      return { data, text: renderPage(['system', 'mode', 'calls', 'merchants', 'name'], rows, data.next_cursor) };
    },
  }),
  command(['courier-systems', 'show'], 'Show a courier’s system and its tokens.', {
    args: ['courier_system_id'],
    run: async ({ operator, args }) => toResult(await operator(systemPath(args), courierSystemViewSchema)),
  }),
  command(['courier-systems', 'serve'], 'Change which merchants a courier’s system serves.', {
    args: ['courier_system_id'],
    required: { '--merchants <ids>': 'comma-separated ids of merchants, or `all` of its mode' },
    options: optionalActionFlags,
    run: (input) => patch(input, { merchants: toMerchants(input.options['merchants']) }),
  }),
  command(['courier-systems', 'disable'], 'Disable a courier’s system: its calls are refused from now on.', {
    args: ['courier_system_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'disabled' }),
  }),
  command(['courier-systems', 'enable'], 'Enable a disabled courier’s system.', {
    args: ['courier_system_id'],
    options: optionalActionFlags,
    run: (input) => patch(input, { status: 'active' }),
  }),
  ...tokenCommands({
    group: 'courier-tokens',
    name: 'a courier’s system',
    arg: 'courier_system_id',
    pathOf: systemPath,
    created: courierTokenCreatedSchema,
  }),
];

const toMerchants = (given: string | undefined): 'all' | string[] =>
  given === 'all' ? given : (given ?? '').split(',');

const patch = async (input: CommandInput, wanted: object) => {
  const body = { ...wanted, ...readOptionalAction(input) };
  return toResult(await input.operator(systemPath(input.args), courierSystemViewSchema, { method: 'PATCH', body }));
};

const servedBy = ({ merchants }: CourierSystemView): string => (merchants === 'all' ? merchants : merchants.join(','));

const toFields = (system: CourierSystemView) => ({
  system: system.id,
  name: system.name,
  mode: system.mode,
  status: system.status,
  merchants: servedBy(system),
  created: system.created_at,
});

const toResult = (data: CourierSystemView) => ({
  data,
  text: [
    renderFields(toFields(data)),
    renderTable(
      ['token', 'ends in', 'created', 'last used'],
      data.tokens.map(({ id, last_four, created_at, last_used_at }) => [id, last_four, created_at, last_used_at]),
    ),
  ].join('\n\n'),
});
