import type { IncomingHttpHeaders } from 'node:http';
import { type ApiRequest, ProblemError } from '@delivery/http-edge';
import type { Logger } from '@delivery/service-kit';
import type { OperatorCaller } from './operator-session.js';

export type CustomerDataDeps = {
  /** @throws ProblemError for who comes with neither a token nor a session */
  identify: (headers: IncomingHttpHeaders) => OperatorCaller;
  logger: Pick<Logger, 'info'>;
};

/** Somebody has asked to see what is a customer's. */
export type Asking = {
  /** Writes down who asked for what, and whether it was there. */
  answered: (outcome: 'shown' | 'masked' | 'erased', what: { orderId: string } | { deliveryId: string }) => void;
};

/**
 * A token for reading alone is for screens on a wall and for programs: neither needs to know who ate what, so it is not shown to them.
 * @throws ProblemError `insufficient_scope`
 */
export const askForCustomerData = (
  { identify, logger }: CustomerDataDeps,
  { headers, address }: Pick<ApiRequest, 'headers' | 'address'>,
): Asking => {
  const { scope, by, session } = identify(headers);
  if (scope !== 'all') {
    throw new ProblemError(
      'insufficient_scope',
      'This token may read everything but customers’ data: use the token of OPERATOR_TOKEN.',
      { headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
    );
  }
  return {
    answered: (outcome, what) =>
      logger.info({ ...what, outcome, scope, by, session, address }, 'customer_data.asked_for'),
  };
};
