import { type DeadLetterMessage, merchantIdSchema, orderIdSchema } from '@delivery/contracts';

/** Members that services write and no person: all others are masked. */
const clear = [
  'id',
  'schema_version',
  'type',
  'occurred_at',
  'order_id',
  'merchant_id',
  'owner_id',
  'endpoint_id',
  'delivery_id',
  'webhook_id',
  'courier_system_id',
  'generation',
  'attempt',
  'sequence',
  'event',
  'status',
];

/** Words of a program, without blanks, and as short as ids are. */
const isWritten = (value: unknown): boolean =>
  typeof value === 'string' ? /^[\w:.+-]{1,128}$/.test(value) : typeof value === 'number';

const masked = '(masked)';
const depthMax = 20;

/**
 * A message that was refused, whatever it is: its members, and the values of those that no person has written. Pure.
 */
export const maskMessage = (body: Buffer): DeadLetterMessage => {
  const message = parseObject(body);
  if (message === undefined) return { order_id: null, merchant_id: null, body: null };
  return {
    order_id: orderIdSchema.safeParse(message['order_id']).data ?? null,
    merchant_id: merchantIdSchema.safeParse(message['merchant_id'] ?? message['owner_id']).data ?? null,
    body: JSON.stringify(maskMembers(message, 1)),
  };
};

const parseObject = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maskMembers = (members: Record<string, unknown>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      // A merchant's own members may have any name.
      if (name === 'external_data') return [name, masked];
      return [name, clear.includes(name) && isWritten(value) ? value : maskValue(value, depth + 1)];
    }),
  );

const maskValue = (value: unknown, depth: number): unknown => {
  if (value === null || typeof value === 'boolean') return value;
  if (depth > depthMax) return masked;
  if (Array.isArray(value)) return value.map((each) => maskValue(each, depth + 1));
  return isObject(value) ? maskMembers(value, depth) : masked;
};
