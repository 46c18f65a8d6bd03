import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { signParts, signTestWebhook } from './sign.js';
import { type IncomingWebhook, verify, WebhookRefusedError } from './verify.js';

type Vector = {
  title: string;
  secrets: string[];
  signed_with?: string[];
  webhook_id: string;
  webhook_timestamp: number;
  body: string;
  webhook_signature: string;
};
const vectorsUrl = new URL('../../../../docs/webhook-signature-vectors.json', import.meta.url);
const { vectors, forgeries } = JSON.parse(readFileSync(vectorsUrl, 'utf8')) as Record<
  'vectors' | 'forgeries',
  Vector[]
>;

const [secret, otherSecret] = [
  'whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=',
  'whsec_PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJEBc=',
] as const;
const body = {
  id: '5f1c0e9ab3d24c7788aa01ff',
  external_id: 'A-1001',
  display_id: '0007',
  status: 'ready',
  updated_at: '2026-01-31T18:30:00.000Z',
  external_data: {},
  event: 'status_changed',
  previous_status: 'created',
};
const sentAt = new Date('2026-01-31T18:30:00Z');
const nowMs = sentAt.getTime();
const signed = (changes: Partial<Parameters<typeof signTestWebhook>[0]> = {}) =>
  signTestWebhook({ body, secrets: secret, sentAt, sequence: 3, previousSequence: 1, ...changes });
const refusalOf = async (incoming: IncomingWebhook, options = { nowMs }): Promise<string> =>
  verify(incoming, secret, options).then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof WebhookRefusedError) return error.refusal;
      throw error;
    },
  );

describe('the published vectors', () => {
  it.each(vectors)('are signed alike: $title', async (vector) => {
    const parts = {
      webhookId: vector.webhook_id,
      timestamp: String(vector.webhook_timestamp),
      body: new TextEncoder().encode(vector.body),
    };
    expect((await signParts(parts, vector.signed_with ?? vector.secrets)).join(' ')).toBe(vector.webhook_signature);
  });

  const outcomeOf = async (vector: Vector, one: string) => {
    const headers = {
      ...(await signed()).headers,
      'webhook-id': vector.webhook_id,
      'webhook-timestamp': String(vector.webhook_timestamp),
      'webhook-signature': vector.webhook_signature,
    };
    return verify({ headers, body: vector.body }, one, { nowMs: vector.webhook_timestamp * 1_000 }).then(
      ({ webhookId }) => webhookId,
      (error: unknown) => (error as WebhookRefusedError).refusal,
    );
  };

  it.each(vectors)('[P21] are believed with any one of their secrets, and with no other: $title', async (vector) => {
    const outcome = (one: string) => outcomeOf(vector, one);
    // Some vectors are about bytes alone: signed, and yet no event.
    const believed = vector.body.includes('"event"') ? vector.webhook_id : 'bad_body';
    expect(await Promise.all(vector.secrets.map(outcome))).toEqual(vector.secrets.map(() => believed));
    for (const prefix of ['whsec', 'whpk'])
      expect(await outcome(`${prefix}_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`)).toBe('bad_signature');
  });

  it.each(forgeries)('[P21] are refused if they are forged: $title', async (vector) => {
    expect(await outcomeOf(vector, vector.secrets[0] ?? '')).toBe('bad_signature');
  });
});

describe('verify', () => {
  it('returns the event with the facts of the headers', async () => {
    const event = await verify(await signed({ webhookId: 'msg_1', attempt: 2, replayId: 'r' }), secret, { nowMs });
    expect(event).toEqual({
      webhookId: 'msg_1',
      attempt: 2,
      sequence: 3,
      previousSequence: 1,
      sentAt,
      replayId: 'r',
      isTest: false,
      externalDataText: '{}',
      event: 'status_changed',
      body,
    });
    // Narrowed by the compiler, too.
    expect(event.event === 'status_changed' && event.body.previous_status).toBe('created');
  });

  it('keeps the text of external_data', async () => {
    const text = JSON.stringify(body).replace('"external_data":{}', '"external_data":{"till": 1.50}');
    expect((await verify(await signed({ body: text }), secret, { nowMs })).externalDataText).toBe('{"till": 1.50}');
  });

  it('passes on an event that it does not know', async () => {
    const event = await verify(await signed({ body: { ...body, event: 'courier_sneezed' } }), secret, { nowMs });
    expect(event).toMatchObject({ event: 'unknown', body: { event: 'courier_sneezed' } });
  });

  it('takes bytes, text, a Request, and headers in any case', async () => {
    const { headers, body: text } = await signed();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    const request = new Request('http://localhost/hooks', { method: 'POST', headers, body: text });
    const bytes = new TextEncoder().encode(text);
    const all: IncomingWebhook[] = [
      request,
      { headers, body: text },
      { headers: upper, body: Buffer.from(text) },
      { headers: new Headers(headers), body: bytes },
      { headers, body: bytes.buffer },
    ];
    for (const incoming of all) expect((await verify(incoming, secret, { nowMs })).sequence).toBe(3);
  });

  it.each<[string, unknown, RegExp]>([
    ['a parsed object', body, /parsed already.*raw bytes/],
    ['nothing', undefined, /parsed already/],
  ])('says that the body must be raw when given %s', async (_, parsed, message) => {
    const { headers } = await signed();
    const given = { headers, body: parsed } as IncomingWebhook;
    await expect(verify(given, secret)).rejects.toThrow(TypeError);
    await expect(verify(given, secret)).rejects.toThrow(message);
  });

  it('says that the body of a Request was read before', async () => {
    const { headers, body: text } = await signed();
    const request = new Request('http://localhost/hooks', { method: 'POST', headers, body: text });
    await request.json();
    await expect(verify(request, secret, { nowMs })).rejects.toThrow('already read');
  });

  it('believes either secret of a rotation', async () => {
    const webhook = await signed({ secrets: [otherSecret, secret] });
    expect((await verify(webhook, secret, { nowMs })).sequence).toBe(3);
    expect((await verify(await signed(), [otherSecret, secret], { nowMs })).sequence).toBe(3);
  });

  it.each([-301, 301])('refuses an attempt of %s s from now', async (seconds) => {
    const webhook = await signed();
    expect(await refusalOf(webhook, { nowMs: nowMs + seconds * 1_000 })).toBe('bad_timestamp');
    const patient = { nowMs: nowMs + seconds * 1_000, toleranceSeconds: 301 };
    expect((await verify(webhook, secret, patient)).sequence).toBe(3);
  });

  it('refuses another body, another id, another time and a cut signature', async () => {
    const { headers, body: text } = await signed();
    const changed = (name: string, value: string) => ({ headers: { ...headers, [name]: value }, body: text });
    expect(await refusalOf({ headers, body: `${text} ` })).toBe('bad_signature');
    expect(await refusalOf(changed('webhook-id', 'msg_other'))).toBe('bad_signature');
    expect(await refusalOf(changed('webhook-timestamp', String(nowMs / 1_000 + 1)))).toBe('bad_signature');
    expect(await refusalOf(changed('webhook-signature', (headers['webhook-signature'] ?? '').slice(0, -1)))).toBe(
      'bad_signature',
    );
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-sequence', 'webhook-previous-sequence'])(
    'refuses a request without %s',
    async (name) => {
      const { headers, body: text } = await signed();
      const rest = Object.entries(headers).filter(([other]) => other !== name);
      expect(await refusalOf({ headers: Object.fromEntries(rest), body: text })).toBe('bad_headers');
    },
  );

  it.each(['', '1e9', '-1', '1769884200.5', '99999999999999999999', ' 1769884200'])(
    'refuses the timestamp "%s"',
    async (timestamp) => {
      const { headers, body: text } = await signed();
      expect(await refusalOf({ headers: { ...headers, 'webhook-timestamp': timestamp }, body: text })).toBe(
        'bad_headers',
      );
    },
  );

  it.each(['', 'HyYtNDtCSVBXXmVsc3qBiI', 'whsec_', 'whsec_HyYtNDtC', 'whpk_HyYtNDtC', 'whsec_not base64!'])(
    'says that "%s" is no secret, and does not repeat it',
    async (wrong) => {
      const failed = verify(await signed(), [wrong]);
      await expect(failed).rejects.toThrow(TypeError);
      if (wrong !== '' && wrong !== 'whsec_') await expect(failed).rejects.not.toThrow(wrong);
    },
  );

  it('needs a secret', async () => {
    await expect(verify(await signed(), [])).rejects.toThrow(TypeError);
  });
});
