import { type ActivityEntry, toCsvRow } from '@delivery/contracts';

/** The text for a replay and an erasure. */
export const describeActor = ({ name, reason }: { name: string | null; reason: string | null }): string =>
  `operator ${name}: ${reason}`;

/** RFC 4180. */
export const csvHead =
  'id,at,actor_type,actor_name,action,subject_type,subject_id,subject_name,merchant_id,merchant_name,reason,detail,address\r\n';

export const toCsvLine = ({
  id,
  at,
  actor,
  action,
  subject,
  merchant_id,
  merchant_name,
  ...rest
}: ActivityEntry): string =>
  toCsvRow([
    ...[id, at, actor.type, actor.name, action, subject.type, subject.id, subject.name],
    ...[merchant_id, merchant_name],
    ...[rest.reason, rest.detail, rest.address],
  ]);
