import { peopleQuerySchema } from '@delivery/contracts';
import { type Call as DeclaredCall, peopleCalls as declaredCalls } from '@delivery/contracts/calls';
import { parseQuery, ProblemError } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { checkMayChange } from './admit-call.js';
import type { OwnMerchantCalls, RunCall } from './call.js';
import { passOn } from './pass-call.js';

/** People of the merchant, or of its platform. */
export const peopleCalls = ({ orderState }: { orderState: MerchantCalls }): OwnMerchantCalls =>
  Object.fromEntries(
    Object.values(declaredCalls).map((call) => [call.id, { handle: passPeopleCall(orderState, call) }]),
  );

/** Access that outlives a token must not come from it. */
const passPeopleCall = (orderState: MerchantCalls, declaredCall: DeclaredCall): RunCall => {
  const { query: _, ...declared } = declaredCall;
  const [ofMerchant, ofPlatform] = [
    passOn(orderState, 'merchants', declared),
    passOn(orderState, 'platforms', declared),
  ];
  return (call) => {
    const { of } = parseQuery(peopleQuerySchema, call.query);
    const { session } = call;
    if (!session || session.credentials !== null) throw needsLink();
    checkMayChange(session.scope);
    if (of === 'merchant') return ofMerchant(call);
    if (session.platformId === null) throw notOfPlatform();
    return ofPlatform({ ...call, callerId: session.platformId }, `/${session.mode}`);
  };
};

const needsLink = () =>
  new ProblemError(
    'insufficient_scope',
    'This call needs a portal session that began with a link. Open a link to the portal in a browser.',
  );

const notOfPlatform = () =>
  new ProblemError(
    'insufficient_scope',
    'Only a session of one of the platform’s people can see or change its people.',
  );
