import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { platformOwnerId } from '@delivery/contracts';
import { createLogger } from '@delivery/service-kit';
import { type Mailbox, openMailbox } from '@delivery/test-support/mailbox';
import { createSendMail, createSendMails } from '../../src/mails/send-mails.js';
import { createMakeLinks } from '../../src/mails/sign-in-links.js';
import {
  type Apis,
  createCourierSystem,
  createMerchant,
  type Json,
  sendAtOnce,
  sha256,
  startApis,
} from '../support/start-apis.js';

const [minute, day] = [60_000, 24 * 3_600_000];
const publicUrl = 'https://delivery.example';
const asked = { by: 'Rita', reason: 'The owner asked for access' };
let apis: Apis;
let mailbox: Mailbox;
let nowMs = Date.parse('2026-03-01T12:00:00Z');
beforeAll(async () => {
  [apis, mailbox] = await Promise.all([startApis({ now: () => nowMs, isMailOn: true }), openMailbox()]);
});
afterEach(async () => {
  await sweep();
});
afterAll(() => Promise.all([apis.stop(), mailbox.close()]));

/** Sends what is due. @returns the mails, with the secrets of their links */
const sweep = async () => {
  const [pool, now] = [apis.pool, () => nowMs];
  const sendMail = createSendMail({
    ...{ smtpUrl: mailbox.url, from: 'ops@delivery.example', publicUrl },
    confirmUrlOf: () => publicUrl,
    makeLinks: createMakeLinks({ pool, now, publicUrl }),
  });
  const logger = createLogger({ service: 'order-state', level: 'silent' });
  const send = createSendMails({ pool, now, sendMail, logger });
  while ((await send()) > 0);
  return mailbox.taken.splice(0).map(({ to, raw }) => {
    const [text = ''] = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=').split('text/html');
    return { to: to[0], raw, links: [...text.matchAll(/#mailed-link=([\w-]{43})/g)].map(([, secret = '']) => secret) };
  });
};

const newHash = (): string => sha256(randomBytes(8).toString('hex'));
const headers = { 'x-client-address': '203.0.113.9' };
const signIn = (link = '', hash = newHash()) =>
  apis.internal('POST', '/sessions/from-link', { body: { hash, link_hash: sha256(link) }, headers });
const isSignedIn = async (hash: string) => (await apis.internal('GET', `/sessions/${hash}`)).status === 200;
const ask = (email: string, more: object = {}) =>
  apis.internal('POST', '/sessions/mail-link', { body: { email, language: 'en', ...more } });
const askAndSignIn = async (email: string): Promise<string> => {
  await ask(email);
  const [mail] = await sweep();
  const hash = newHash();
  expect((await signIn(mail?.links[0], hash)).status).toBe(201);
  return hash;
};

type Person = { email: string; role?: 'full' | 'read' };
/** By the operator. */
const invite = (ownerId: string, { email, role = 'full' }: Person) =>
  apis.operator('POST', `/owners/${ownerId}/people?by=Rita`, { body: { email, role, language: 'en' } });
const invited = async (ownerId: string, person: Person): Promise<string> => {
  const { status, body } = await invite(ownerId, person);
  expect(status).toBe(201);
  return String(body.id);
};
const createShop = async (settings: object = {}): Promise<string> => (await createMerchant(apis, settings)).merchant_id;
const peopleOf = async (ownerId: string): Promise<Json[]> =>
  (await apis.operator('GET', `/owners/${ownerId}/people`)).body.data;
const lines = async (ownerId: string) => {
  const { rows } = await apis.pool.query<{ line: string }>(
    `select concat_ws(' ', action, actor_type, actor_name, detail) as line from activity
     where owner_id = $1 and action like 'person.%' order by id`,
    [ownerId],
  );
  return rows.map(({ line }) => line);
};
/** The headers with which intake-api passes on a call of this session. */
const bySession = (hash: string) => ({
  'x-client-address': '203.0.113.9',
  'x-client-credential': JSON.stringify({ session_hash: hash }),
});

describe('a person', () => {
  it('[P30] signs in with the link of the invitation, once, for 30 days, and invites others', async () => {
    const shop = await createShop({ name: 'Cantina' });
    await invited(shop, { email: 'Ana@Shop.example' });
    const [mail, ...others] = await sweep();
    expect([mail?.to, others]).toEqual(['ana@shop.example', []]);
    expect(mail?.raw).toContain('Subject: Invitation to the delivery portal');
    nowMs += 3 * day - 1;
    const hash = newHash();
    const { status, body } = await signIn(mail?.links[0], hash);
    expect([status, body]).toEqual([
      201,
      {
        ...{ hash, merchant_id: shop, mode: 'live', scope: 'full', credentials: null, platform_id: null },
        person: 'ana@shop.example',
        expires_at: new Date(nowMs + 30 * day).toISOString(),
      },
    ]);
    expect((await signIn(mail?.links[0])).body.code).toBe('portal_link_invalid');
    const rui = { email: 'rui@shop.example', role: 'read', language: 'pt' };
    const added = await apis.internal('POST', `/merchants/${shop}/people`, { body: rui, headers: bySession(hash) });
    expect([added.status, added.body]).toMatchObject([201, { email: rui.email, invited_by: 'a***@shop.example' }]);
    expect(await peopleOf(shop)).toMatchObject([
      { email: 'ana@shop.example', invited_by: 'Rita', last_signed_in_at: new Date(nowMs).toISOString() },
      { email: 'rui@shop.example', role: 'read', last_signed_in_at: null },
    ]);
    expect(await lines(shop)).toEqual([
      'person.invited token Rita a***@shop.example full',
      'person.signed_in merchant a***@shop.example full',
      'person.invited merchant a***@shop.example r***@shop.example read',
    ]);
    const [invitation] = await sweep();
    expect((await signIn(invitation?.links[0])).body.scope).toBe('read');
  });

  it('[P8] has links of which the database has only hashes', async () => {
    const shop = await createShop();
    await invited(shop, { email: 'hash@shop.example' });
    const [mail] = await sweep();
    const dump = await apis.pool.query<{ all: string }>(
      `select (select json_agg(l) from person_links l)::text || (select json_agg(m) from mails m)::text as all`,
    );
    expect(dump.rows[0]?.all).toContain(sha256(mail?.links[0] ?? ''));
    expect(dump.rows[0]?.all).not.toContain(mail?.links[0]);
  });

  it('gets, for several owners, one mail with a link to each, which opens that one alone, at the wanted page', async () => {
    const [one, other] = [await createShop({ name: 'A-Shop' }), await createShop({ name: 'B-Shop', mode: 'sandbox' })];
    const email = 'chain@shop.example';
    for (const shop of [one, other]) await invited(shop, { email });
    await sweep();
    await ask('CHAIN@shop.example', { place: '/orders/1?late=true' });
    const [mail, ...others] = await sweep();
    expect([mail?.links.length, others]).toEqual([2, []]);
    expect(mail?.raw.replace(/=\r\n/g, '')).toContain(encodeURIComponent('/orders/1?late=true'));
    expect(mail?.raw).toContain('B-Shop (sandbox)');
    const begun = [await signIn(mail?.links[0]), await signIn(mail?.links[1])];
    expect(begun.map(({ body }) => [body.merchant_id, body.mode])).toEqual([
      [one, 'live'],
      [other, 'sandbox'],
    ]);
  });

  it('[P30] begins for a platform at one of its merchants, and may go on to the others', async () => {
    const first = await createMerchant(apis, { platform: 'Chain', reference: 'a' });
    const second = await createMerchant(apis, { platform: 'Chain', reference: 'b' });
    const { body } = await apis.operator('GET', `/merchants/${first.merchant_id}`);
    const owner = platformOwnerId(body.platform.id, 'live');
    await invited(owner, { email: 'ops@chain.example' });
    const [mail] = await sweep();
    expect(mail?.raw.replace(/=\r\n/g, '')).toContain(encodeURIComponent('/merchants'));
    const [hash, next] = [newHash(), newHash()];
    expect((await signIn(mail?.links[0], hash)).body).toMatchObject({ merchant_id: first.merchant_id });
    const switching = { body: { hash: next, merchant_id: second.merchant_id }, headers };
    const switched = await apis.internal('POST', `/sessions/${hash}/switch`, switching);
    expect(switched.body).toMatchObject({ merchant_id: second.merchant_id, person: 'ops@chain.example' });
    const path = `/platforms/${body.platform.id}/live/people`;
    const bia = { email: 'bia@chain.example', role: 'read', language: 'pt' };
    expect((await apis.internal('POST', path, { body: bia, headers: bySession(next) })).status).toBe(201);
    expect(await lines(owner)).toContain('person.invited platform o***@chain.example b***@chain.example read');
    await apis.operator('PATCH', `/platforms/${body.platform.id}`, { body: { status: 'disabled', ...asked } });
    expect(await isSignedIn(next)).toBe(false);
    await ask('ops@chain.example');
    expect(await sweep()).toEqual([]);
  });
});

describe('a request for a link', () => {
  it('is answered in the same way for every address, and mails persons of active owners alone', async () => {
    const [shop, closed] = [await createShop(), await createShop()];
    await invited(shop, { email: 'known@shop.example' });
    await invited(closed, { email: 'closed@shop.example' });
    await sweep();
    await apis.operator('PATCH', `/merchants/${closed}`, { body: { status: 'disabled' } });
    const contact = { email: 'contact@shop.example', language: 'en' };
    await apis.internal('PUT', `/merchants/${shop}/contacts`, { body: { contacts: [contact] } });
    await sweep();
    const answers = [];
    for (const name of ['known', 'closed', 'contact', 'nobody']) answers.push(await ask(`${name}@shop.example`));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [202, '']));
    expect((await sweep()).map(({ to }) => to)).toEqual(['known@shop.example']);
    expect((await apis.pool.query('select from sign_in_requests')).rowCount).toBe(0);
  });

  it('mails three links an hour at most, each for 15 minutes', async () => {
    const shop = await createShop();
    const email = 'often@shop.example';
    await invited(shop, { email });
    await sweep();
    const mails = [];
    for (let n = 0; n < 4; n += 1) {
      await Promise.all([ask(email), ask(email)]);
      mails.push(await sweep());
    }
    expect(mails.map((sent) => sent.length)).toEqual([1, 1, 1, 0]);
    nowMs += 15 * minute - 1;
    expect((await signIn(mails[0]?.[0]?.links[0])).status).toBe(201);
    nowMs += 1;
    expect((await signIn(mails[1]?.[0]?.links[0])).status).toBe(410);
    nowMs += 45 * minute;
    await ask(email);
    expect(await sweep()).toHaveLength(1);
  });

  it('is not sent late: after 15 minutes without the mail server it is given up', async () => {
    const shop = await createShop();
    const email = 'late@shop.example';
    await invited(shop, { email });
    await sweep();
    mailbox.state.refuses = true;
    await ask(email);
    for (let waited = 0; waited <= 15; waited += 1) {
      await sweep();
      nowMs += minute;
    }
    mailbox.state.refuses = false;
    nowMs += day;
    expect(await sweep()).toEqual([]);
  });

  it('takes no page of another site', async () => {
    for (const place of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { status, body } = await ask('ana@shop.example', { place });
      expect([status, body.errors]).toMatchObject([400, [{ field: 'place' }]]);
    }
  });

  it('is refused where no mails are sent', async () => {
    const off = await startApis();
    const answers = [
      await off.internal('POST', '/sessions/mail-link', { body: { email: 'a@shop.example', language: 'en' } }),
      await off.operator('POST', `/owners/${(await createMerchant(off)).merchant_id}/people`, { body: {} }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['mail_not_configured', 'mail_not_configured']);
    await off.stop();
  });
});

describe('a session of a person', () => {
  it('[P30] ends when the person is removed, whose links are of no use then', async () => {
    const shop = await createShop();
    const id = await invited(shop, { email: 'gone@shop.example' });
    const [mail] = await sweep();
    const hash = await askAndSignIn('gone@shop.example');
    expect((await apis.operator('DELETE', `/owners/${shop}/people/${id}?by=Rita`)).status).toBe(204);
    expect(await isSignedIn(hash)).toBe(false);
    expect((await signIn(mail?.links[0])).status).toBe(410);
    await ask('gone@shop.example');
    expect(await sweep()).toEqual([]);
    expect((await apis.operator('DELETE', `/owners/${shop}/people/${id}`)).body.code).toBe('person_not_found');
    // Couriers' systems have no people.
    const systemId = await createCourierSystem(apis, 'all');
    expect((await invite(systemId, { email: 'x@shop.example' })).body.code).toBe('owner_not_found');
  });

  it('[P30] ends when the role changes, and not when it stays', async () => {
    const shop = await createShop();
    const id = await invited(shop, { email: 'role@shop.example' });
    await sweep();
    const hash = await askAndSignIn('role@shop.example');
    const change = (role: string) => apis.operator('PATCH', `/owners/${shop}/people/${id}`, { body: { role } });
    expect((await change('full')).status).toBe(200);
    expect(await isSignedIn(hash)).toBe(true);
    expect((await change('read')).body.role).toBe('read');
    expect(await isSignedIn(hash)).toBe(false);
    expect(await lines(shop)).toContain('person.changed token r***@shop.example read');
  });

  it('[P30] ends when the merchant is disabled, and is none by a link that is used meanwhile', async () => {
    const shop = await createShop();
    const id = await invited(shop, { email: 'off@shop.example' });
    await sweep();
    const hash = await askAndSignIn('off@shop.example');
    await ask('off@shop.example');
    const [mail] = await sweep();
    const patch = (status: string) => apis.operator('PATCH', `/merchants/${shop}`, { body: { status } });
    await Promise.all([signIn(mail?.links[0]), patch('disabled')]);
    await patch('active');
    expect(await isSignedIn(hash)).toBe(false);
    const { rowCount } = await apis.pool.query('select from portal_sessions where person_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  it('[P30] is begun once by a link that is used many times at once, and by none of a person who is removed', async () => {
    const shop = await createShop();
    for (let round = 0; round < 5; round += 1) {
      const id = await invited(shop, { email: `race${round}@shop.example` });
      const [mail] = await sweep();
      const answers = await Promise.all([1, 2, 3].map(() => signIn(mail?.links[0])));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
      await ask(`race${round}@shop.example`);
      const [next] = await sweep();
      await Promise.all([signIn(next?.links[0]), apis.operator('DELETE', `/owners/${shop}/people/${id}`)]);
      const { rowCount } = await apis.pool.query('select from portal_sessions where person_id = $1', [id]);
      expect(rowCount).toBe(0);
    }
  });

  it('[P30] outlives the tokens of its platform, whose link sessions end with them', async () => {
    const { merchant_id: shop } = await createMerchant(apis, { platform: 'Tokens' });
    const { body } = await apis.operator('GET', `/merchants/${shop}`);
    const path = `/platforms/${body.platform.id}`;
    const token = await apis.operator('POST', `${path}/tokens`, {
      body: { mode: 'live', scopes: ['merchants:write'] },
    });
    await invited(platformOwnerId(body.platform.id, 'live'), { email: 'ops@tokens.example' });
    const [mail] = await sweep();
    const hash = newHash();
    await signIn(mail?.links[0], hash);
    expect((await apis.operator('DELETE', `${path}/tokens/${token.body.id}`)).status).toBe(204);
    expect(await isSignedIn(hash)).toBe(true);
  });
});

describe('people of an owner', () => {
  it('are at most 50, each address once, and 20 are invited a day', async () => {
    const shop = await createShop();
    const answers = await sendAtOnce(
      Array.from({ length: 21 }, (_, n) => `p${n}@shop.example`),
      (email) => invite(shop, { email }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('3600');
    for (let batch = 0; batch < 2; batch += 1) {
      nowMs += day;
      for (let n = 0; n < 15; n += 1) await invited(shop, { email: `b${batch}-${n}@shop.example` });
    }
    nowMs += day;
    expect((await invite(shop, { email: 'last@shop.example' })).body.code).toBe('person_limit_reached');
    expect((await invite(shop, { email: 'B0-0@shop.example' })).body.code).toBe('person_exists');
  });

  it('[P30] cannot flood an address from many owners, nor push the owners that a person knows out of the mail', async () => {
    const email = 'wanted@shop.example';
    const known = await createShop({ name: 'Zoe’s' });
    await invited(known, { email });
    const [invitation] = await sweep();
    await signIn(invitation?.links[0]);
    const codes = [];
    for (let n = 0; n < 5; n += 1) codes.push((await invite(await createShop({ name: '!!!' }), { email })).status);
    expect(codes).toEqual([201, 201, 201, 201, 429]);
    await sweep();
    await ask(email);
    const [mail] = await sweep();
    expect(mail?.links).toHaveLength(5);
    expect((await signIn(mail?.links[0])).body).toMatchObject({ merchant_id: known });
  });
});
