import { type DeliveryReleased, endpointHeaderOf } from '@delivery/contracts';
import { type Sealer, SealError } from '@delivery/service-kit';
import type { SecretHeader } from '../delivery/secret-header.js';

type Sealed = Pick<DeliveryReleased, 'endpoint_id' | 'url' | 'header'>;

/**
 * The header of the merchant's choice, or why it does not open: a webhook sent without it would be refused, and neither
 * the merchant nor the operator would find the reason.
 */
export const openHeader = (
  sealer: Pick<Sealer, 'open'>,
  { endpoint_id, url, header }: Sealed,
): { header: SecretHeader | undefined } | { fault: string } => {
  if (header === undefined) return { header: undefined };
  const { name, sealed } = header;
  try {
    return { header: { name, value: sealer.open(sealed, endpointHeaderOf(endpoint_id, { name, url })) } };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { fault: `header: ${error.message}` };
  }
};
