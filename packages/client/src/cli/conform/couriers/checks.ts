import { until } from '../../follow.js';
import type { Check, Observation } from '../check.js';
import { type Desk, type Offer, readObject, type SystemCall } from './desk.js';
import { lostAnswer, type ProxiedAnswer } from './proxy.js';

const textOf = ({ body }: ProxiedAnswer, name: string): string | undefined => {
  const member = readObject(body)[name];
  return typeof member === 'string' ? member : undefined;
};
const describe = (answer: ProxiedAnswer): string =>
  [answer.status, textOf(answer, 'code') ?? textOf(answer, 'status')].filter(Boolean).join(' ');
const isDone = ({ status }: ProxiedAnswer): boolean => status >= 200 && status < 300;

const observe = (
  sent: string,
  wanted: string,
  came: string,
  verdict: Observation['verdict'] = came === wanted ? 'as_wanted' : 'otherwise',
): Observation => ({ sent, wanted, came, isAnswered: true, verdict });

/** Offers a delivery, and waits for its end. @returns `delivered`, or the last call of the system about it */
const bring = async (desk: Desk, offer: Offer): Promise<string> => {
  let last = `no call about it within ${desk.waitSeconds} s`;
  const { result } = await desk.offer<string>(offer, async ({ action, pass }, settle) => {
    const answer = await pass();
    last = `${action}: ${describe(answer)}`;
    const status = textOf(answer, 'status');
    if (isDone(answer) && status === 'delivered') settle(status);
    return answer;
  });
  return result ?? last;
};

const delivers: Check<Desk> = {
  id: 'delivers',
  title: 'delivers',
  promise: 'an offered delivery is accepted and reported until delivered',
  why: 'The other checks need a system that brings deliveries by itself.',
  mend: 'Let your system use the address above and the token of --courier, and accept each offer without a person.',
  observe: async (desk) => [observe('an offer', 'delivered', await bring(desk, {}))],
};

/** The call takes effect, and its answer is lost: is it sent again before anything else, as the same call? */
const loseAnswer = async (desk: Desk, action: string, offer: Offer): Promise<Observation> => {
  let first: SystemCall | undefined;
  const { result } = await desk.offer<string>(offer, async (call, settle) => {
    if (call.action === action && !first) {
      first = call;
      await call.pass();
      return lostAnswer;
    }
    if (first) settle(call.action === action ? compareKeys(first, call) : `${call.action} before the answer`);
    else if (call.body['status'] === 'delivered') settle(`delivered without ${action}`);
    return call.pass();
  });
  const sent = `the answer to ${action} is lost`;
  return observe(sent, sameKey, result ?? `nothing within ${desk.waitSeconds} s`);
};

const sameKey = 'the same call with the same Idempotency-Key';
const compareKeys = (first: SystemCall, again: SystemCall): string => {
  if (again.idempotencyKey === undefined) return 'the call without an Idempotency-Key';
  return again.idempotencyKey === first.idempotencyKey ? sameKey : 'the call with another Idempotency-Key';
};

const repeatedAccept: Check<Desk> = {
  id: 'repeated_accept',
  title: 'repeated accept',
  promise: 'an accept without an answer is sent again under its Idempotency-Key',
  why: 'A repeat without the key can be a new claim: a delivery that you have released meanwhile would be yours again.',
  mend: 'Make one Idempotency-Key for each accept. After 503 or no answer repeat that accept before anything else.',
  observe: async (desk) => [await loseAnswer(desk, 'accept', {})],
};

const taken = '409 delivery_taken';
const quiet: readonly string[] = ['accept', 'decline', 'release'];
/** Simulated couriers take seconds to accept: enough for a system to try it too. */
const competition: Offer = { sandbox: { scenario: 'delivered', speed: 120 } };

const lostClaim: Check<Desk> = {
  id: 'lost_claim',
  title: 'lost claim',
  promise: 'nothing is reported about a delivery that another system has, and the next offer is brought',
  why: 'Couriers who set out for a delivery of another system are paid by you and bring nothing.',
  mend: 'After 409 delivery_taken drop the delivery, tell your courier, and go on with other offers.',
  observe: async (desk) => {
    const reports: string[] = [];
    let accepted: string | undefined;
    const { result } = await desk.offer<string>(competition, async ({ id, action, pass }, settle) => {
      if (action === 'accept' && accepted === undefined) await waitUntilTaken(desk, id);
      else if (accepted === taken && !quiet.includes(action)) reports.push(action);
      const answer = await pass();
      if (action === 'accept') settle((accepted ??= describe(answer)));
      return answer;
    });
    const sent = 'an accept after simulated couriers were first';
    if (result !== taken) return [observe(sent, taken, result ?? 'no accept', 'unseen')];
    const next = observe('the next offer', 'delivered', await bring(desk, {}));
    return [observe(sent, 'no report', reports.length === 0 ? 'no report' : reports.join(', ')), next];
  },
};

/** To the system that does not have it, it is not there. */
const waitUntilTaken = ({ read, signal }: Desk, id: string): Promise<true | undefined> =>
  until(async () => ((await read(id)).status === 404 ? true : undefined), signal);

const endedClaim: Check<Desk> = {
  id: 'ended_claim',
  title: 'ended claim',
  promise: 'a report names its claim, so that one that comes late changes nothing',
  why: 'A report that is under way while the delivery is released and accepted again speaks for the wrong courier.',
  mend: 'Keep the claim_id of each accept, and send it with every report.',
  observe: async (desk) => {
    let claim: string | undefined;
    let isHeld = false;
    const { id, result } = await desk.offer<string>({}, async (call, settle) => {
      if (call.action === 'accept' || claim === undefined || isHeld) {
        const answer = await call.pass();
        claim ??= textOf(answer, 'claim_id');
        return answer;
      }
      isHeld = true;
      await desk.act(call.id, 'release', { claim_id: claim });
      await desk.act(call.id, 'accept', {});
      const answer = await call.pass();
      settle(describe(answer));
      return answer;
    });
    await desk.cancel(id);
    const sent = 'a report while its delivery is released and accepted again';
    return [observe(sent, '409 delivery_not_accepted', result ?? `no report within ${desk.waitSeconds} s`)];
  },
};

const lateCopy: Check<Desk> = {
  id: 'late_copy',
  title: 'late copy',
  promise: 'a copy of an older report that comes late changes nothing',
  why: 'A report that your network or queue sends twice sets the delivery back to an earlier status.',
  mend: 'Send each report with occurred_at, the time by your own clock, or with an Idempotency-Key of its own.',
  observe: async (desk) => {
    let older: SystemCall | undefined;
    let isCopied = false;
    const { id, result } = await desk.offer<string>({}, async (call, settle) => {
      if (older && !isCopied) {
        isCopied = true;
        await desk.act(call.id, 'status', { status: 'delivery_failed', occurred_at: laterThan(older) });
        await older.pass();
        settle(textOf(await desk.read(call.id), 'status') ?? 'nothing');
      }
      if (call.action === 'status' && call.body['status'] === 'on_route_to_delivery') older ??= call;
      return call.pass();
    });
    // A faulty system has gone on; then the delivery has another end.
    await desk.act(id, 'status', { status: 'returned' });
    const sent = 'a copy of on_route_to_delivery after delivery_failed';
    return [observe(sent, 'delivery_failed', result ?? `no second report within ${desk.waitSeconds} s`)];
  },
};

const laterThan = ({ body }: SystemCall): string =>
  new Date(Math.max(Date.now(), Date.parse(String(body['occurred_at'])) + 1 || 0)).toISOString();

const repeatedCode: Check<Desk> = {
  id: 'repeated_code',
  title: 'repeated code',
  promise: 'a handover code without an answer is sent again under its Idempotency-Key',
  why: 'Without the key a repeated wrong code counts twice, and after five no code is accepted any more.',
  mend: 'Make one Idempotency-Key for each code from the customer, and repeat the call with it until it is answered.',
  observe: async (desk) => [await loseAnswer(desk, 'handover', { order: { handover: { code: 'generate' } } })],
};

/** The first one shows that the system works at all. */
export const courierChecks: readonly Check<Desk>[] = [
  delivers,
  repeatedAccept,
  lostClaim,
  endedClaim,
  lateCopy,
  repeatedCode,
];
