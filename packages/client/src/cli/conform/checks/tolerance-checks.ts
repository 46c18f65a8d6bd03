import { type Check, type Observation, wantTaken } from '../check.js';
import { type Answer, type Lab, sequencesOfEachKind } from '../lab.js';

/** The window of an endpoint at its start: so many come at once. */
const atOnce = 16;
const quickMs = 1_000;
const headersBytes = 8_192;
const paddingBytesMax = 1_000;

/** @param withinSeconds a slower answer fails */
export const createSlowAnswer = (withinSeconds: number): Check => ({
  id: 'slow_answer',
  title: 'slow answer',
  promise: 'answers arrive in time',
  why:
    'An answer after 10 s does not count. The slower you answer, the fewer webhooks you get: at 1 s up to 256 at ' +
    'once, at 5 s ten a second. ' +
    'The limit here is half of that time, because you will be slower on a busy night.',
  mend: 'Store the webhook (a row, a queue), answer 204, then do the work.',
  observe: async (lab) => {
    const orderId = lab.newOrderId();
    const inTurn: Answer[] = [];
    for (const sequence of sequencesOfEachKind) inTurn.push(await lab.send({ orderId, sequence }));
    const together = await Promise.all(Array.from({ length: atOnce }, () => lab.send({ orderId: lab.newOrderId() })));
    return [
      wantWithin(withinSeconds, 'one event of each kind', inTurn),
      wantWithin(withinSeconds, `${atOnce} orders' events at once`, together),
    ];
  },
});

const wantWithin = (withinSeconds: number, sent: string, answers: readonly Answer[]): Observation => {
  const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  const unanswered = answers.find((answer) => answer.kind === 'none');
  const isInTime = slowestMs <= withinSeconds * 1_000;
  const time = renderTime(slowestMs);
  return {
    sent,
    wanted: `an answer within ${withinSeconds} s`,
    came: unanswered ? `no answer: ${unanswered.reason}` : `the slowest after ${time}`,
    isAnswered: !unanswered,
    verdict: isInTime && !unanswered ? 'as_wanted' : 'otherwise',
    slowest: slowestMs > quickMs ? `${time}, and within 1 s more would come at once` : time,
  };
};

const renderTime = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

export const bigHeaders: Check = {
  id: 'big_headers',
  title: '8 KB of headers',
  promise: 'long headers are accepted',
  why: 'Rotations, traces and proxies make headers long: a server with a low limit answers 431.',
  mend: 'Let your server, and each proxy in front of it, accept 8 KB of headers (nginx: large_client_header_buffers).',
  observe: async (lab) => {
    const answer = await lab.send({ orderId: lab.newOrderId(), tamper: padHeaders });
    return [wantTaken({ sent: `an event with ${headersBytes} bytes of headers`, answer })];
  },
};

const padHeaders = <Signed extends { headers: Record<string, string> }>(signed: Signed): Signed => {
  const headers = { ...signed.headers };
  const missing = () => headersBytes - sizeOf(headers);
  for (let number = 1; missing() > 0; number += 1) {
    const name = `x-conform-${number}`;
    headers[name] = 'x'.repeat(Math.max(1, Math.min(paddingBytesMax, missing() - lineBytes(name, ''))));
  }
  return { ...signed, headers };
};

const sizeOf = (headers: Record<string, string>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + lineBytes(name, value), 0);
/** `name: value\r\n` */
const lineBytes = (name: string, value: string): number => name.length + value.length + 4;

const sendFirst = async (lab: Lab, sent: string, fields: Record<string, unknown>): Promise<Observation> =>
  wantTaken({ sent, answer: await lab.send({ orderId: lab.newOrderId(), fields }) });

export const unknownEvent: Check = {
  id: 'unknown_event',
  title: 'unknown event',
  promise: 'new events and statuses are accepted',
  why: 'New events and statuses are added without notice: a refused webhook holds up all later ones of the order.',
  mend: 'Answer 2xx to an event or a status that you do not know, log it, and change nothing.',
  observe: async (lab) => [
    await sendFirst(lab, 'an event of a new kind', { event: 'courier_rated', rating: 5 }),
    await sendFirst(lab, 'a change to a new status', { status: 'at_locker' }),
  ],
};

export const unknownField: Check = {
  id: 'unknown_field',
  title: 'unknown field',
  promise: 'new fields are accepted',
  why: 'New fields are added without notice: a schema that allows no others refuses every webhook from that day on.',
  mend: 'Read the fields that you need and ignore the others: no additionalProperties: false, no strict mode.',
  observe: async (lab) => [
    await sendFirst(lab, 'an event with new fields', { courier: { name: 'Bia', vehicle: null }, tip: 300 }),
  ],
};
