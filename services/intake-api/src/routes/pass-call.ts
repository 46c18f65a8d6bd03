import { clientAddressHeader, credentialHeader, type MerchantMode, previewTokenHeader } from '@delivery/contracts';
import type { Call as DeclaredCall } from '@delivery/contracts/calls';
import { type Answer, answerIfChanged, checkContentType, parseJsonBody, ProblemError } from '@delivery/http-edge';
import { pickQuery } from '../http/pick-query.js';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { type PassedCall, passThrough } from '../order-state/pass-through.js';
import type { AdmittedCall, Call, CourierSpec, PlatformSpec, RunCall } from './call.js';
import { pathFiller } from './own-ids.js';

/** A call that order-state answers: reads and management. A read carries an `ETag`, for clients that poll. */
export const passMerchantCall = (orderState: MerchantCalls, declared: DeclaredCall): RunCall => {
  const pass = passOn(orderState, 'merchants', declared);
  return (call) => {
    checkMode(declared, call.merchant.mode);
    return pass(call);
  };
};

export const passCourierCall = (orderState: MerchantCalls, declared: DeclaredCall): CourierSpec['handle'] => {
  const pass = passOn(orderState, 'couriers', declared);
  return (call) => {
    checkMode(declared, call.system.mode);
    return pass(call);
  };
};

export const passPlatformCall = (orderState: MerchantCalls, declared: DeclaredCall): PlatformSpec['handle'] => {
  const pass = passOn(orderState, 'platforms', declared);
  return (call) => {
    checkMode(declared, call.mode);
    return pass(call, `/${call.mode}`);
  };
};

/** Below its caller at order-state a call has the path that it has here, but for orders. */
export const passOn = (orderState: MerchantCalls, below: PassedCall['below'], declared: DeclaredCall) => {
  const { method, query, body } = declared;
  const fillPath = pathFiller(declared.path.replace(/^.*\/v1/, '').replace('/external-orders', '/orders'));
  return async (call: AdmittedCall, ofMode = ''): Promise<Answer> => {
    const rest = ofMode + fillPath(call) + (query ? pickQuery(call.query, query) : '');
    const answer = await passThrough(orderState, {
      callerId: call.callerId,
      below,
      method,
      rest,
      ...(body && { body: passedBody(call, body) }),
      headers: {
        ...passedHeaders(call),
        ...passedPreview(call),
        // The address is for the activity log.
        ...(method !== 'GET' && {
          [clientAddressHeader]: call.addressOf(),
          [credentialHeader]: JSON.stringify(call.credential),
        }),
      },
    });
    return method === 'GET' ? answerIfChanged(call.headers, answer) : answer;
  };
};

const checkMode = ({ path }: DeclaredCall, mode: MerchantMode): void => {
  if (mode === 'sandbox' || !path.includes('/v1/sandbox/')) return;
  throw new ProblemError(
    'route_not_found',
    'The sandbox needs sandbox credentials: those that begin with key_test_ and tok_test_, ptok_test_ or ctok_test_.',
  );
};

/** The id by which the request is found in order-state's logs and traces. */
export const passedHeaders = ({
  requestId,
  traceparent,
}: Pick<Call, 'requestId' | 'traceparent'>): Record<string, string> => ({
  'x-request-id': requestId,
  ...(traceparent ? { traceparent } : {}),
});

/** The preview that the caller was shown, for order-state to compare. */
const passedPreview = ({ headers }: Pick<Call, 'headers'>): Record<string, string> => {
  const name = previewTokenHeader.toLowerCase();
  const token = headers[name];
  return token === undefined ? {} : { [name]: String(token) };
};

/** Checked as every body is, then sent on byte by byte: order-state alone knows the meaning of its fields. */
const passedBody = (
  { headers, body }: Pick<Call, 'headers' | 'body'>,
  { isOptional }: NonNullable<DeclaredCall['body']>,
): Buffer => {
  if (isOptional && body.length === 0) return Buffer.from('{}');
  checkContentType(headers);
  return Buffer.from(parseJsonBody(body).text);
};
