import type { EndpointHeader, EndpointType } from '@delivery/contracts';
import { fieldErrorAt, ProblemError } from '@delivery/http-edge';

type Settings = { url: string | null; header: EndpointHeader | null | undefined; maxPerSecond: number | null };

/**
 * Whether an endpoint of this type can have these settings.
 * @throws ProblemError `validation_failed`, with the field and the way out
 */
export const validateEndpointSettings = (type: EndpointType, { url, header, maxPerSecond }: Settings): void => {
  if (type === 'push' && url === null) {
    throw wrongField(
      '/url',
      'required',
      'This field is required: a push endpoint needs a URL. For an endpoint without a URL, use "type": "pull".',
    );
  }
  if (type === 'push') return;
  if (url !== null) {
    throw wrongField('/url', 'invalid_value', 'A pull endpoint has no URL: leave the URL out, or use "type": "push".');
  }
  if (header) {
    throw wrongField('/header', 'invalid_value', 'Nothing is posted to a pull endpoint: leave the header out.');
  }
  if (maxPerSecond !== null) {
    throw wrongField(
      '/max_per_second',
      'invalid_value',
      'This setting does not apply to a pull endpoint: leave it out.',
    );
  }
};

const wrongField = (pointer: string, code: string, message: string): ProblemError =>
  new ProblemError('validation_failed', 'The body has 1 error: see errors.', {
    errors: [fieldErrorAt(pointer, code, message)],
  });
