import { type EndpointHeader, endpointHeaderOf, type SealedHeader } from '@delivery/contracts';
import { fieldErrorAt, ProblemError } from '@delivery/http-edge';
import type { Sealer } from '@delivery/service-kit';

type Place = { endpointId: string; url: string };

/** For this endpoint, this name and the URL's origin: moved elsewhere, it does not open. */
export const sealHeader = (
  sealer: Pick<Sealer, 'seal'>,
  { name, value }: EndpointHeader,
  { endpointId, url }: Place,
): SealedHeader => ({ name, sealed: sealer.seal(value, endpointHeaderOf(endpointId, { name, url })) });

/**
 * The header after a change of the endpoint's settings. The caller may not know the current one: it cannot be read back.
 * @param wanted `header` absent: the one that is there stays
 * @throws ProblemError `webhook_url_refused` where it would go to another origin than the one that it was given for
 */
export const headerAfter = (
  sealer: Pick<Sealer, 'seal'>,
  known: { url: string; header: SealedHeader | null },
  wanted: Place & { header: EndpointHeader | null | undefined },
): SealedHeader | null => {
  if (wanted.header) return sealHeader(sealer, wanted.header, wanted);
  if (wanted.header === null || known.header === null) return null;
  if (new URL(wanted.url).origin === new URL(known.url).origin) return known.header;
  throw new ProblemError(
    'webhook_url_refused',
    `The webhook URL is refused: its origin is not the one for which the header ${known.header.name} was given. ` +
      'Send `header` again with its value, or `null` to remove it.',
    { errors: [fieldErrorAt('/header', 'required', 'Expected the header with its value, or null.')] },
  );
};
