import { type DeliveryReleased, deliveryReleasedSchema } from '@delivery/contracts';

const faultMaxLength = 500;

/** Reads a message of the deliveries queue. A fault names fields and rules, never the values, which may be secret. */
export const decodeDelivery = (body: Buffer): { delivery: DeliveryReleased } | { fault: string } => {
  const json = parseJson(body);
  if (json === undefined) return { fault: 'not JSON' };
  const parsed = deliveryReleasedSchema.safeParse(json, { reportInput: false });
  if (parsed.success) return { delivery: parsed.data };
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  return { fault: `not a delivery.released: ${faults.join('; ')}`.slice(0, faultMaxLength) };
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // Its actual content does not matter: the bytes are kept as they are in the dead letter.
    return undefined;
  }
};
