import { randomUUID } from 'node:crypto';
import { type CourierMessage, schemaVersion } from '@delivery/contracts';

type MessageOf<Type extends CourierMessage['type']> = Extract<CourierMessage, { type: Type }>;
type Envelope = Omit<MessageOf<'courier.reported'>, 'type' | 'payload'>;

/** `occurredAt`: by the system's own clock; without it the order of arrival counts. */
export type CourierHead = { systemId: string; orderId: string; occurredAt: string | undefined };

/** What a courier's system, which has authenticated itself, asks for or tells. */
export const courierMessage = <Type extends CourierMessage['type']>(
  { systemId, orderId, occurredAt }: CourierHead,
  type: Type,
  payload: MessageOf<Type>['payload'],
): Envelope & { type: Type; payload: MessageOf<Type>['payload'] } => ({
  id: randomUUID(),
  schema_version: schemaVersion,
  ...(occurredAt === undefined ? {} : { occurred_at: occurredAt }),
  order_id: orderId,
  courier_system_id: systemId,
  type,
  payload,
});
