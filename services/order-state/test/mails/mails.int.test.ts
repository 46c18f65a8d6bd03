import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Contact, contactsSchema, type CourierMessage, platformOwnerId } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { type Mailbox, openMailbox } from '@delivery/test-support/mailbox';
import { theSystem } from '../../src/activity/queries.js';
import { disableEndpoints, enableEndpoint } from '../../src/endpoints/queries/write-endpoints.js';
import { claimMessage, purgeMails } from '../../src/mails/outbox-queries.js';
import { saveContacts } from '../../src/mails/queries.js';
import { createSendMail, createSendMails } from '../../src/mails/send-mails.js';
import { unansweredMs } from '../../src/orders/rules/order-timers.js';
import { sweepTimers } from '../../src/sweeps/sweep-orders.js';
import { accept, createSystem } from '../support/courier-world.js';
import {
  addEndpoint,
  attemptOf,
  createLedgerWorld,
  createMerchant,
  delivered,
  failed,
  type LedgerWorld,
  readyOrders,
  requestReady,
  submit,
} from '../support/ledger-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { type Apis, createMerchant as createApiMerchant, startApis } from '../support/start-apis.js';

const minute = 60_000;
const ana = { email: 'ana@shop.example', language: 'en' } as const;

let world: LedgerWorld;
let mailbox: Mailbox;
let endpointId: string;
let merchantId: string;
beforeEach(async () => {
  [world, mailbox] = await Promise.all([createLedgerWorld(), openMailbox()]);
  const merchant = await createMerchant(world, [null]);
  ({ merchantId } = merchant);
  endpointId = merchant.endpointIds[0]!;
  await world.pool.query(`update endpoints set name = 'Kitchen' where id = $1`, [endpointId]);
  await saveConfirmed([ana]);
});
afterEach(() => Promise.all([world.close(), mailbox.close()]));

/** The contacts, all of whom have agreed. */
const saveConfirmed = async (contacts: Contact[], ownerId = merchantId): Promise<void> => {
  await saveContacts(world.pool, ownerId, contacts);
  await agree(world.pool);
};
const agree = async (pool: Pool): Promise<void> => {
  await pool.query(
    `update owners set contacts = (
       select coalesce(jsonb_agg(c || '{"confirmed_at": "2026-06-01T12:00:00.000Z"}'), '[]') from jsonb_array_elements(contacts) c)`,
  );
};

const createMailer = (smtpUrl: string) =>
  createSendMail({
    ...{ smtpUrl, from: 'ops@delivery.example', publicUrl: 'https://delivery.example' },
    confirmUrlOf: ({ id, language }) => `https://delivery.example/contacts/${language}/${id}`,
    makeLinks: () => Promise.resolve([]),
  });
const sweepOnce = async (smtpUrl = mailbox.url): Promise<number> => {
  await world.tell();
  return createSendMails({ pool: world.pool, now: world.now, sendMail: createMailer(smtpUrl), logger: world.logger })();
};
/** One engine, until nothing is due. */
const sweep = async (smtpUrl?: string): Promise<void> => {
  while ((await sweepOnce(smtpUrl)) > 0);
};
/** Its webhooks fail from now on, as often as charts count it. */
const fail = async (count = 3): Promise<void> => {
  await readyOrders(world, merchantId, 1);
  const [message] = world.queue.splice(0);
  await world.settle([attemptOf(world, message!, failed)]);
  await world.pool.query(
    'insert into endpoint_history (at, endpoint_id, answered_5xx) values ($1, $2, $3) on conflict (at, endpoint_id) do update set answered_5xx = $3',
    [new Date(world.now()), endpointId, count],
  );
};
const succeed = async (): Promise<void> => {
  await world.releaseDue();
  const messages = world.queue.splice(0);
  await world.settle(messages.map((message) => attemptOf(world, message, delivered)));
};
const rows = async () =>
  (await world.pool.query('select kind, tries, sent_at, next_try_at, last_error from mails order by id')).rows;

describe('a problem of a courier', () => {
  it('that has no answer within three minutes causes one mail, with the place of its order, and an answered one none', async () => {
    const systemId = await createSystem(world, [merchantId]);
    const report = (orderId: string, kind: string): CourierMessage => ({
      ...accept(systemId, orderId),
      type: 'courier.problem_reported',
      payload: { kind, text: 'CANARY' },
    });
    const [asked, answered] = [newOrderId(), newOrderId()];
    for (const orderId of [asked, answered]) {
      await world.apply([submit(world, merchantId, orderId)]);
      await world.apply([requestReady(world, merchantId, orderId)]);
      await world.apply([accept(systemId, orderId)]);
      await world.apply([report(orderId, 'customer_absent')]);
    }
    world.advance(minute);
    await world.apply([report(asked, 'late')]);
    const payload = { problem_id: 1, action: 'retry' };
    const said = { type: 'order.problem_answered', merchant_id: merchantId, park: false, payload };
    await world.apply([messageOf(answered, said, world.now())]);
    const sweepDue = () => sweepTimers({ ...world, applyParked: world.applyReports, areMailsSent: true });
    await sweepDue();
    expect(await rows()).toEqual([]);
    world.advance(unansweredMs);
    while ((await sweepDue()) > 0);
    await sweep();
    expect(mailbox.taken.map(({ to }) => to)).toEqual([[ana.email]]);
    const raw = mailbox.taken[0]!.raw.replace(/=\r\n/g, '');
    expect(raw).toContain(`portal/#/orders/${asked}`);
    expect(raw).toContain('Subject: A courier waits for your answer');
    expect(raw).not.toContain('CANARY');
  });
});

describe('a platform’s contacts', () => {
  it('get a mail about its own endpoint in the mode live, with a link to it; a platform without contacts causes none', async () => {
    const other = await createMerchant(world, []);
    const { rows: owners } = await world.pool.query<{ id: string; platform_id: string }>(
      `select platform_owner_id as id, platform_id
       from merchants m join platform_owners on owner_id = platform_owner_id order by m.id = $1 desc`,
      [merchantId],
    );
    expect(owners).toHaveLength(2);
    expect(other.merchantId).not.toBe(merchantId);
    const since = new Date(world.now());
    const ids = [];
    for (const { id } of owners) {
      const hub = await addEndpoint(world, id, { type: 'push', secret: 's' });
      await world.pool.query('update endpoint_windows set failing_since = $2 where endpoint_id = $1', [hub, since]);
      await world.pool.query('insert into endpoint_history (at, endpoint_id, answered_5xx) values ($1, $2, 3)', [
        since,
        hub,
      ]);
      ids.push(hub);
    }
    const ops = { email: 'ops@platform.example', language: 'en' } as const;
    const platformId = owners[0]!.platform_id;
    const inSandbox = platformOwnerId(platformId, 'sandbox');
    await saveContacts(world.pool, inSandbox, [{ ...ops, email: 'test@platform.example' }]);
    await saveContacts(world.pool, owners[0]!.id, [ops]);
    await agree(world.pool);
    world.advance(16 * minute);
    await sweep();
    expect(mailbox.taken).toMatchObject([{ to: [ops.email] }]);
    const raw = mailbox.taken[0]!.raw.replace(/=\r\n/g, '');
    expect(raw).toContain(`GET /v1/webhook-endpoints/${ids[0]} shows it`);
    expect(mailbox.subjects()).toEqual(['A webhook endpoint does not accept its webhooks']);
    await world.pool.query('update endpoint_windows set failing_since = null where endpoint_id = any($1)', [ids]);
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint accepts its webhooks again']);
    expect((await world.pool.query('select from endpoint_incidents')).rowCount).toBe(1);
    expect((await world.pool.query('select from events')).rowCount).toBe(0);
  });
});

describe('a merchant’s contacts', () => {
  it('get one mail when an endpoint fails, after 15 minutes and three failures, and one when it recovers', async () => {
    await fail();
    world.advance(14 * minute);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    world.advance(2 * minute);
    await sweep();
    expect(mailbox.taken).toMatchObject([{ to: [ana.email] }]);
    const raw = mailbox.taken[0]!.raw;
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(raw.replace(/=\r\n/g, '').replace(/=3D/g, '=')).toContain(
      `https://delivery.example/portal/#/endpoints/${endpointId}`,
    );
    expect(mailbox.subjects()).toEqual(['A webhook endpoint does not accept its webhooks']);
    world.advance(60 * minute);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    await succeed();
    await sweep();
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint accepts its webhooks again']);
  });

  it('get one mail, too, if they are added while it fails, and then one when it recovers', async () => {
    await fail();
    world.advance(16 * minute);
    await sweep();
    expect(mailbox.taken.splice(0)).toHaveLength(1);
    const bob = { email: 'bob@shop.example', language: 'en' } as const;
    await saveConfirmed([ana, bob]);
    await sweep();
    await sweep();
    expect(mailbox.taken.splice(0)).toMatchObject([{ to: [bob.email] }]);
    await saveConfirmed([bob]);
    await saveConfirmed([ana, bob]);
    await succeed();
    await sweep();
    expect(
      mailbox.taken
        .splice(0)
        .flatMap(({ to }) => to)
        .sort(),
    ).toEqual([ana.email, bob.email]);
    world.advance(minute);
    const eve = { email: 'eve@shop.example', language: 'en' } as const;
    await saveConfirmed([eve]);
    await sweep();
    expect(mailbox.taken).toEqual([]);
  });

  it('get no mail about fewer failures, nor about an endpoint that answers between its failures', async () => {
    await fail(2);
    world.advance(20 * minute);
    await sweep();
    await succeed();
    for (let n = 0; n < 10; n += 1) {
      await fail(9);
      world.advance(10 * minute);
      await sweep();
      await succeed();
      await sweep();
    }
    expect(mailbox.taken).toEqual([]);
  });

  it('get a mail about at most one incident an hour of a flapping endpoint', async () => {
    let subjects = 0;
    for (let n = 0; n < 12; n += 1) {
      await fail();
      world.advance(16 * minute);
      await sweep();
      await succeed();
      world.advance(4 * minute);
      await sweep();
      subjects += mailbox.subjects().length;
    }
    expect(subjects).toBe(8);
  });

  it('get a mail when the system disables an endpoint, and none about a recovery when it is enabled', async () => {
    await fail();
    world.advance(16 * minute);
    await sweep();
    mailbox.subjects();
    await disableEndpoints(world.pool, [endpointId], 'gone', new Date(world.now()), theSystem);
    await sweep();
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint was disabled']);
    await world.pool.query(`update endpoints set status = 'active' where id = $1`, [endpointId]);
    await world.pool.query('update endpoint_windows set failing_since = null where endpoint_id = $1', [endpointId]);
    await sweep();
    expect(mailbox.taken).toEqual([]);
  });

  it('get a mail when a till does not fetch waiting messages, unless it is disabled, and when it fetches again', async () => {
    await world.pool.query(`update endpoints set type = 'pull', url = null, created_at = $2 where id = $1`, [
      endpointId,
      new Date(world.now()),
    ]);
    await world.pool.query('update endpoint_windows set size = 0 where endpoint_id = $1', [endpointId]);
    world.advance(60 * minute);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    await readyOrders(world, merchantId, 1);
    world.advance(14 * minute);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    world.advance(2 * minute);
    await sweep();
    expect(mailbox.subjects()).toEqual(['A till does not fetch its webhooks']);
    world.advance(minute);
    await disableEndpoints(world.pool, [endpointId], 'requested', new Date(world.now()), theSystem);
    await saveConfirmed([ana, { email: 'bob@shop.example', language: 'en' }]);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    await enableEndpoint(world.pool, endpointId, new Date(world.now()), theSystem);
    await sweep();
    expect(mailbox.taken.splice(0)).toMatchObject([{ to: ['bob@shop.example'] }]);
    await world.takeMessages([{ owner_id: merchantId, endpoint_id: endpointId, limit: 1, visibility_ms: 30_000 }]);
    await sweep();
    expect(mailbox.subjects()).toEqual(Array(2).fill('A till fetches its webhooks again'));
  });

  it('get their mail when the mail server is back, however long it was away; a day later it is given up', async () => {
    await fail();
    world.advance(16 * minute);
    mailbox.state.refuses = true;
    await sweep();
    await sweep('smtp://127.0.0.1:1');
    expect(await rows()).toMatchObject([{ kind: 'failing', tries: 1, sent_at: null, last_error: 'EENVELOPE 451' }]);
    world.advance(2 * minute);
    await sweep('smtp://127.0.0.1:1');
    expect(await rows()).toMatchObject([{ tries: 2, last_error: 'ESOCKET: connect ECONNREFUSED 127.0.0.1:1' }]);
    await succeed();
    mailbox.state.refuses = false;
    world.advance(60 * minute);
    await sweep();
    expect(mailbox.subjects()).toEqual(['2 messages about webhooks and orders']);
    await fail();
    world.advance(16 * minute);
    await sweep('smtp://127.0.0.1:1');
    world.advance(24 * 60 * minute);
    await sweep('smtp://127.0.0.1:1');
    expect((await rows()).at(-1)).toMatchObject({
      sent_at: null,
      next_try_at: null,
      last_error: expect.stringMatching(/^ESOCKET: /),
    });
  });

  it('get their mail through a relay with a self-signed certificate only where that is configured', async () => {
    const relay = await openMailbox([]);
    await fail();
    world.advance(16 * minute);
    await sweep(relay.url);
    await sweep(`${relay.url}?tls=required`);
    expect(await rows()).toMatchObject([
      { sent_at: null, last_error: expect.stringMatching(/^ESOCKET: .*certificate/i) },
    ]);
    const subjects: unknown[] = [];
    for (const mode of ['opportunistic', 'off']) {
      world.advance(120 * minute);
      await sweep(`${relay.url}?tls=${mode}`);
      subjects.push(relay.subjects());
      await succeed();
    }
    expect(subjects).toEqual([
      ['A webhook endpoint does not accept its webhooks'],
      ['A webhook endpoint accepts its webhooks again'],
    ]);
    await relay.close();
  });

  it('get each mail once from any number of engines, and all that are due from a single one', async () => {
    const contacts = Array.from({ length: 5 }, (_, n) => ({ ...ana, email: `ana${n}@shop.example` }));
    await saveConfirmed(contacts);
    await fail();
    world.advance(16 * minute);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(mailbox.taken.flatMap(({ to }) => to).sort()).toEqual(contacts.map(({ email }) => email));
    await succeed();
    expect(await sweepOnce()).toBe(0);
    expect(mailbox.taken).toHaveLength(2 * contacts.length);
  });

  it('[P10] get the mail that a process had taken when it died, from another one', async () => {
    await fail();
    world.advance(16 * minute);
    await world.tell();
    expect((await claimMessage(world.pool, world.now(), { after: '', underWay: [] })).mails).toHaveLength(1);
    await sweep();
    expect(mailbox.taken).toEqual([]);
    world.advance(6 * minute);
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint does not accept its webhooks']);
  });

  it('get mail in their language, and one that is no contact any more gets none', async () => {
    const contacts = (['pt', 'es', 'en'] as const).map((language) => ({ email: `${language}@shop.example`, language }));
    await saveConfirmed(contacts);
    await fail();
    world.advance(16 * minute);
    mailbox.state.refuses = true;
    await sweep();
    mailbox.state.refuses = false;
    await saveConfirmed(contacts.slice(0, 2));
    world.advance(2 * minute);
    await sweep();
    expect(mailbox.taken.map(({ to }) => to[0]).sort()).toEqual(['es@shop.example', 'pt@shop.example']);
    const subject = (language: string) =>
      /^Subject: (.*(?:\r\n .*)*)/m.exec(mailbox.taken.find(({ to }) => to[0]?.startsWith(language))?.raw ?? '')?.[1];
    expect(decodeURIComponent(subject('es')?.replaceAll('=', '%') ?? '')).toMatch(/Un endpoint no acepta los webhooks/);
    expect(subject('pt')).toMatch(/=\?UTF-8\?Q\?Um_endpoint_n=C3=A3o_aceita_os_webhooks/);
  });

  it('get one mail about everything since the last one, and at most four in an hour', async () => {
    const own = await createMerchant(world, Array(5).fill(null));
    await saveConfirmed([ana], own.merchantId);
    const disable = async (place: number, seconds: number) => {
      await disableEndpoints(world.pool, own.endpointIds.slice(0, place), 'gone', new Date(world.now()), theSystem);
      await sweep();
      for (const id of own.endpointIds) await enableEndpoint(world.pool, id, new Date(world.now()), theSystem);
      world.advance(seconds * 1_000);
    };
    await disable(5, 60);
    expect(mailbox.taken).toMatchObject([{ to: [ana.email] }]);
    for (const id of own.endpointIds)
      expect(mailbox.taken[0]!.raw.replace(/=\r\n/g, '')).toContain(`/portal/#/endpoints/${id}`);
    expect(mailbox.subjects()).toEqual(['5 messages about webhooks and orders']);
    for (let n = 0; n < 8; n += 1) await disable(5, 60);
    expect(mailbox.taken).toEqual([]);

    world.advance(60 * minute);
    for (let place = 1; place <= 5; place += 1) await disable(place, 1);
    expect(mailbox.taken.splice(0)).toHaveLength(4);
    world.advance(60 * minute);
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint was disabled']);
  });

  it('get no more than four in an hour, in whatever case their address is written', async () => {
    await world.pool.query(
      `insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, sent_at)
       select 'failing', $1, $2, at, 'ana@shop.example', 'en', at, at
       from (select $3::timestamptz - n * interval '1 minute' as at from generate_series(1, 4) n) sent`,
      [endpointId, merchantId, new Date(world.now())],
    );
    await world.pool.query(
      `insert into mails (kind, endpoint_id, owner_id, incident_since, email, language, created_at, next_try_at)
       values ('failing', $1, $2, $3, 'ANA@shop.example', 'en', $3, $3)`,
      [endpointId, merchantId, new Date(world.now())],
    );
    const claim = async () => (await claimMessage(world.pool, world.now(), { after: '', underWay: [] })).mails;
    expect(await claim()).toEqual([]);
    world.advance(60 * minute);
    expect(await claim()).toHaveLength(1);
  });

  it('keep their mails, and get no second one about the same spell, when the case of their address changes', async () => {
    await fail();
    world.advance(16 * minute);
    await world.tell();
    await saveConfirmed([{ ...ana, email: 'ANA@shop.example' }]);
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint does not accept its webhooks']);
    await succeed();
    await sweep();
    expect(mailbox.subjects()).toEqual(['A webhook endpoint accepts its webhooks again']);
  });

  it('[P6] get their mail behind hundreds of addresses of other owners whose mails have to wait', async () => {
    const at = new Date(world.now());
    await world.pool.query(
      `insert into mails (kind, owner_id, email, language, created_at, next_try_at, tries)
       select 'confirm', ' ' || n, 'shared@shop.example', 'en', $1, case when n > 0 then $1::timestamptz end, (n = 0)::int
       from generate_series(0, 450) n`,
      [at],
    );
    await fail();
    world.advance(16 * minute);
    await sweep();
    expect(mailbox.asked).toEqual([ana.email]);
    const { mails, next } = await claimMessage(world.pool, world.now(), { after: '', underWay: [] });
    expect(mails).toEqual([]);
    expect(next).toMatch(/^ /);
  });

  it('get no further mail about an incident at an address that the mail server refuses', async () => {
    mailbox.state.replies.set(ana.email, 550);
    await fail();
    world.advance(16 * minute);
    await sweep();
    expect(await rows()).toMatchObject([{ tries: 1, next_try_at: null, sent_at: null, last_error: 'EENVELOPE 550' }]);
    await succeed();
    for (let n = 0; n < 24; n += 1) {
      world.advance(60 * minute);
      await sweep();
    }
    expect(mailbox.asked).toEqual([ana.email]);
    await fail();
    world.advance(16 * minute);
    await sweep();
    expect(mailbox.asked).toEqual([ana.email, ana.email]);
  });

  it('[P6] get their mails while the mail server is slow about another merchant’s addresses, or refuses them', async () => {
    const other = await createMerchant(world, [null]);
    const slow = Array.from({ length: 5 }, (_, n) => ({ ...ana, email: `slow${n}@other.example` }));
    const refused = await createMerchant(world, [null]);
    const wrong = Array.from({ length: 5 }, (_, n) => ({ ...ana, email: `wrong${n}@refused.example` }));
    for (const { email } of wrong) mailbox.state.replies.set(email, 451);
    await saveConfirmed(slow, other.merchantId);
    await saveConfirmed(wrong, refused.merchantId);
    const disable = (ids: readonly string[]) =>
      disableEndpoints(world.pool, ids, 'gone', new Date(world.now()), theSystem);
    await disable([...other.endpointIds, ...refused.endpointIds]);
    await world.tell();
    world.advance(minute);
    await disable([endpointId]);
    mailbox.state.held = 'slow';
    const swept = sweep();
    const askedSlow = () => mailbox.asked.filter((address) => address.startsWith('slow'));
    // Owners take turns in the order of their random ids: the mail of the other merchant may be the first.
    await pollUntil('a slow address', () => askedSlow().length > 0 || undefined);
    await pollUntil('the mail of the other merchant', () => mailbox.taken.find(({ to }) => to[0] === ana.email));
    expect(askedSlow()).toHaveLength(1);
    mailbox.state.held = undefined;
    mailbox.release();
    await swept;
    expect(mailbox.taken.map(({ to }) => to[0]).sort()).toEqual([ana, ...slow].map(({ email }) => email));
    expect(mailbox.asked.filter((address) => address.startsWith('wrong'))).toHaveLength(5);
  });
});

describe('The contacts of a merchant', () => {
  let apis: Apis;
  let nowMs: number;
  beforeEach(async () => {
    nowMs = Date.UTC(2026, 5, 1, 12);
    apis = await startApis({ now: () => nowMs, isMailOn: true });
  });
  afterEach(() => apis.stop());

  it('are replaced by the merchant and the operator, at most five, each address once and valid', async () => {
    const { merchant_id } = await createApiMerchant(apis);
    const path = `/merchants/${merchant_id}/contacts`;
    expect((await apis.internal('GET', path)).body).toEqual({ contacts: [], email_enabled: true });
    const contacts = [ana, { email: 'joao@shop.example', language: 'pt' }];
    const pending = contacts.map((contact) => ({ ...contact, confirmed_at: null }));
    expect((await apis.internal('PUT', path, { body: { contacts } })).body).toEqual({
      contacts: pending,
      email_enabled: true,
    });
    expect(contactsSchema.parse((await apis.operator('GET', `/owners/${merchant_id}/contacts`)).body)).toEqual({
      contacts: pending,
      email_enabled: true,
    });
    const sent = { contacts: [{ ...ana, confirmed_at: '2026-01-01T00:00:00Z' }] };
    expect((await apis.operator('PUT', `/owners/${merchant_id}/contacts`, { body: sent })).status).toBe(200);
    expect((await apis.internal('GET', path)).body).toEqual({
      contacts: [{ ...ana, confirmed_at: null }],
      email_enabled: true,
    });
    for (const [wrong, pointer] of [
      [[{ ...ana, email: 'ana' }], '/contacts/0/email'],
      [[{ ...ana, language: 'fr' }], '/contacts/0/language'],
      [[ana, { ...ana, email: 'ANA@shop.example' }], '/contacts'],
      [Array.from({ length: 6 }, (_, n) => ({ ...ana, email: `a${n}@shop.example` })), '/contacts'],
    ] as const) {
      const { status, body } = await apis.internal('PUT', path, { body: { contacts: wrong } });
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
  });

  /** The mails since the last call, and the tokens of their links. */
  const sweepApis = async () => {
    const sendMail = createSendMail({
      ...{ smtpUrl: mailbox.url, from: 'ops@delivery.example', publicUrl: 'https://delivery.example' },
      confirmUrlOf: ({ id: mailId, createdAt, language }) =>
        `https://delivery.example/contacts/${language}/${apis.confirmTokens.of({ mailId, createdAt })}`,
      makeLinks: () => Promise.resolve([]),
    });
    const send = createSendMails({ pool: apis.pool, now: () => nowMs, sendMail, logger: world.logger });
    while ((await send()) > 0);
    return mailbox.taken.splice(0).map(({ to, raw }) => ({
      to: to[0],
      token: /contacts\/pt\/([\w-]+)/.exec(raw.replace(/=\r\n/g, ''))?.[1] ?? '',
    }));
  };
  const confirm = async (token: string) => (await apis.internal('POST', '/contacts/confirm', { body: { token } })).body;
  const day = 24 * 60 * minute;

  it('are asked to confirm, each address once a day, and are contacts of the one that they confirmed alone', async () => {
    const [one, other] = [await createApiMerchant(apis), await createApiMerchant(apis)];
    const pathOf = ({ merchant_id }: { merchant_id: string }) => `/merchants/${merchant_id}/contacts`;
    const rui = { email: 'Rui@shop.example', language: 'pt' };
    const put = (of: { merchant_id: string }, contacts: object[]) =>
      apis.internal('PUT', pathOf(of), { body: { contacts } });
    await Promise.all([put(one, [rui]), put(other, [{ ...rui, email: 'rui@shop.example' }])]);
    for (let n = 0; n < 5; n += 1) {
      await put(one, []);
      await put(one, [rui]);
      await put(other, [rui]);
    }
    const [mail, ...more] = await sweepApis();
    expect(more).toEqual([]);
    nowMs += day - 1;
    await put(one, [rui]);
    expect(await sweepApis()).toEqual([]);
    nowMs += 1;
    const [next, ...rest] = await sweepApis();
    expect(rest).toEqual([]);

    const owners = await Promise.all([mail!, next!].map(async ({ token }) => ({ token, ...(await confirm(token)) })));
    expect(owners.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    const { body } = await apis.internal('GET', pathOf(one));
    expect(body.contacts).toMatchObject([{ ...rui, confirmed_at: new Date(nowMs).toISOString() }]);
    // It stays so while it is a contact, in whatever case it is written.
    const { body: kept } = await put(one, [{ ...rui, email: 'RUI@shop.example' }, ana]);
    expect(kept.contacts).toMatchObject([{ confirmed_at: body.contacts[0].confirmed_at }, { confirmed_at: null }]);
    await put(one, [ana]);
    const { body: again } = await put(one, [rui]);
    expect(again.contacts).toEqual([{ ...rui, confirmed_at: null }]);
  });

  it('are asked however long they wait for their turn: the request outlives mails that were tried', async () => {
    for (const tries of [0, 1])
      await world.pool.query(
        `insert into mails (kind, owner_id, email, language, created_at, next_try_at, tries)
         values ('confirm', $1, 'a@shop.example', 'en', $2, $2, $3)`,
        [merchantId, new Date(world.now()), tries],
      );
    world.advance(day);
    expect(await purgeMails(world.pool, new Date(world.now()), 10)).toBe(1);
    expect((await world.pool.query('select tries from mails')).rows).toEqual([{ tries: 0 }]);
  });

  it('are not confirmed by a link that is not ours, or after they were removed', async () => {
    const { merchant_id } = await createApiMerchant(apis);
    const path = `/merchants/${merchant_id}/contacts`;
    const contact = { email: 'rui@shop.example', language: 'pt' };
    await apis.internal('PUT', path, { body: { contacts: [contact] } });
    const [mail] = await sweepApis();
    expect(await confirm(apis.confirmTokens.of({ mailId: 999, createdAt: new Date(nowMs) }))).toEqual({
      state: 'unknown',
    });
    expect(await confirm('x'.repeat(43))).toEqual({ state: 'unknown' });
    await apis.internal('PUT', path, { body: { contacts: [] } });
    expect(await confirm(mail!.token)).toEqual({ state: 'ended' });
    expect((await apis.internal('GET', path)).body).toEqual({ contacts: [], email_enabled: true });
  });

  it('are asked nothing for a sandbox merchant, because it causes no mails', async () => {
    const { merchant_id } = await createApiMerchant(apis, { mode: 'sandbox' });
    const contacts = [{ email: 'rui@shop.example', language: 'pt' }];
    await apis.internal('PUT', `/merchants/${merchant_id}/contacts`, { body: { contacts } });
    expect(await sweepApis()).toEqual([]);
  });
});
