import { createHmac, randomInt } from 'node:crypto';
import { z } from 'zod';
import { type HandoverRequest, handoverStateSchema } from '@delivery/contracts';
import { createSealer, type Sealer } from '@delivery/service-kit';

/** `sealed`: the code, for its order alone. */
export const handoverSchema = z.object({
  sealed: z.string(),
  generated: z.boolean(),
  state: handoverStateSchema,
  /** Wrong codes. */
  tries: z.int(),
});
export type Handover = z.infer<typeof handoverSchema>;

export type HandoverCodes = {
  create: (orderId: string, request: HandoverRequest) => Handover;
  open: (orderId: string, sealed: string) => string;
};

/** @param keyOf the key of the content hashes: what is sealed under one made of it outlives every change of SECRETS_KEY */
export const createHandoverCodes = (keyOf: () => Buffer): HandoverCodes => {
  let known: Sealer | undefined;
  const sealer = (): Sealer => (known ??= createSealer(createHmac('sha256', keyOf()).update('handover\0').digest()));
  return {
    create: (orderId, { code }) => {
      const generated = code === 'generate';
      const sealed = sealer().seal(generated ? newCode() : code, placeOf(orderId));
      return { sealed, generated, state: 'open', tries: 0 };
    },
    open: (orderId, sealed) => sealer().open(sealed, placeOf(orderId)),
  };
};

const placeOf = (orderId: string): string => `handover of order ${orderId}`;
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Whether a create that comes again asks for the code that the order has. */
export const asksForHandover = (
  { id, handover }: { id: string; handover: Handover | null },
  request: HandoverRequest | undefined,
  codes: HandoverCodes,
): boolean => {
  if (!handover || !request) return !handover && !request;
  if (handover.generated) return request.code === 'generate';
  return request.code === codes.open(id, handover.sealed);
};

/** Whether a courier may not say `delivered` without a reason. */
export const needsHandover = ({ handover }: { handover: Handover | null }): boolean =>
  handover !== null && handover.state !== 'confirmed';
