import { type CourierMessage, schemaVersion } from '@delivery/contracts';
import { messageIdUnder } from '@delivery/http-edge';

type MessageOf<Type extends CourierMessage['type']> = Extract<CourierMessage, { type: Type }>;
type Envelope = Omit<MessageOf<'courier.reported'>, 'type' | 'payload'>;

/**
 * `claimId`: under which the system has the delivery. `occurredAt`: by the system's own clock; without it the order of
 * arrival counts. `idempotencyKey`: a repeat under it is the same message, which is decided once.
 */
export type CourierHead = {
  systemId: string;
  orderId: string;
  claimId?: string | undefined;
  occurredAt?: string | undefined;
  idempotencyKey: string | undefined;
};

/** A command or report of an authenticated courier's system. */
export const courierMessage = <Type extends CourierMessage['type']>(
  head: CourierHead,
  type: Type,
  payload: MessageOf<Type>['payload'],
): Envelope & { type: Type; payload: MessageOf<Type>['payload'] } => ({
  id: messageIdOf(head, type, payload),
  schema_version: schemaVersion,
  ...(head.occurredAt === undefined ? {} : { occurred_at: head.occurredAt }),
  ...(head.claimId === undefined ? {} : { claim_id: head.claimId }),
  order_id: head.orderId,
  courier_system_id: head.systemId,
  type,
  payload,
});

const messageIdOf = (
  { idempotencyKey, systemId, claimId, occurredAt }: CourierHead,
  type: string,
  payload: object,
): string => messageIdUnder(idempotencyKey, 'courier', [systemId, type, claimId ?? null, occurredAt ?? null, payload]);
