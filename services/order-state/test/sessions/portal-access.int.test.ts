import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  activityEntrySchema,
  portalLinkSchema,
  portalSessionListSchema,
  portalSessionSchema,
} from '@delivery/contracts';
import { createMerchant, sha256, startApis } from '../support/start-apis.js';

let nowMs = Date.parse('2026-03-01T12:00:00Z');
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());

const asked = { by: 'Ana Lima', reason: 'The owner asked for access' };
const sessionHash = (): string => sha256(randomBytes(8).toString('hex'));

const createLink = (merchantId: string, scope: 'full' | 'read' = 'full') =>
  apis.operator('POST', `/merchants/${merchantId}/portal-links`, { body: { scope, ...asked } });

/** @returns the secret in the link's address */
const provideLink = async (merchantId: string, scope: 'full' | 'read' = 'full'): Promise<string> => {
  const { status, body } = await createLink(merchantId, scope);
  expect(status).toBe(201);
  return portalLinkSchema.parse(body).url.replace('https://delivery.example/portal/#link=', '');
};

const headers = { 'x-client-address': '203.0.113.9' };
const signIn = (link: string, hash = sessionHash()) =>
  apis.internal('POST', '/sessions/from-link', { body: { hash, link_hash: sha256(link) }, headers });
type Merchant = Awaited<ReturnType<typeof createMerchant>>;
const beginByToken = ({ merchant_id, key, token }: Merchant, hash = sessionHash()) => {
  const credentials = { key_hash: sha256(key), token_hash: sha256(token) };
  return apis.internal('POST', '/sessions', { body: { hash, merchant_id, credentials }, headers });
};

const listSessions = async (merchantId: string) => {
  const { status, body } = await apis.operator('GET', `/merchants/${merchantId}/portal-sessions`);
  expect(status).toBe(200);
  return portalSessionListSchema.parse(body).data;
};

const activityOf = async (merchantId: string) => {
  const { body } = await apis.operator('GET', `/activity?merchant_id=${merchantId}`);
  return activityEntrySchema.array().parse(body.data);
};

describe('A portal link', () => {
  it('[P30] begins one session of its merchant with its rights, of which the database has only hashes', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis, { mode: 'sandbox' });
    const link = await provideLink(merchantId, 'read');
    const [hash, other] = [sessionHash(), sessionHash()];
    const begun = await signIn(link, hash);
    expect(begun.status).toBe(201);
    expect(portalSessionSchema.parse(begun.body)).toEqual({
      hash,
      merchant_id: merchantId,
      mode: 'sandbox',
      scope: 'read',
      credentials: null,
      platform_id: null,
      person: null,
      expires_at: '2026-03-02T00:00:00.000Z',
    });
    expect((await apis.internal('GET', `/sessions/${hash}`)).body).toEqual(begun.body);
    const again = await signIn(link, other);
    expect([again.status, again.body.code]).toEqual([410, 'portal_link_invalid']);
    expect((await apis.internal('GET', `/sessions/${other}`)).status).toBe(404);

    const unused = await provideLink(merchantId);
    const { rows } = await apis.pool.query<{ all: string }>(
      'select json_agg(l)::text as all from portal_links l where merchant_id = $1',
      [merchantId],
    );
    expect(rows[0]?.all).toContain(sha256(unused));
    expect(rows[0]?.all).not.toContain(unused);
  });

  it('[P30] is won by one of two that use it at once', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    for (let round = 0; round < 10; round += 1) {
      const link = await provideLink(merchantId);
      const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(link)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    }
    expect(await listSessions(merchantId)).toHaveLength(10);
  });

  it('is good for 15 minutes', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const [inTime, late] = [await provideLink(merchantId), await provideLink(merchantId)];
    nowMs += 15 * 60_000 - 1;
    expect((await signIn(inTime)).status).toBe(201);
    nowMs += 1;
    expect((await signIn(late)).status).toBe(410);
  });

  it('is one of twenty that wait: one more makes the oldest useless', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const links: string[] = [];
    for (let n = 0; n < 21; n += 1) {
      nowMs += 1;
      links.push(await provideLink(merchantId));
    }
    expect((await signIn(links[0] ?? '')).status).toBe(410);
    expect((await signIn(links[1] ?? '')).status).toBe(201);
  });

  it('is in the activity log: who made it and why, and from where it was used', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    await signIn(await provideLink(merchantId, 'read'));
    const [session] = await listSessions(merchantId);
    const why = new URLSearchParams({ by: 'Rui Dias', reason: 'ticket 4712' });
    await apis.operator('DELETE', `/merchants/${merchantId}/portal-sessions/${session?.id}?${why.toString()}`);
    const [ended, used, created] = await activityOf(merchantId);
    expect(created).toMatchObject({
      action: 'merchant.portal_link_created',
      actor: { type: 'token', name: 'Ana Lima' },
      subject: { type: 'merchant', id: merchantId },
      reason: asked.reason,
      detail: 'read',
    });
    expect(used).toMatchObject({
      action: 'merchant.portal_link_used',
      actor: { type: 'merchant' },
      detail: 'read',
      address: '203.0.113.9',
    });
    expect(ended).toMatchObject({
      action: 'merchant.portal_session_ended',
      actor: { type: 'token', name: 'Rui Dias' },
      reason: 'ticket 4712',
      detail: session?.id,
    });
  });

  it('is made for no merchant that is disabled, not without a reason, and nowhere without an address', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis, { mode: 'sandbox' });
    await apis.operator('PATCH', `/merchants/${merchantId}`, { body: { status: 'disabled' } });
    const disabled = await createLink(merchantId);
    expect([disabled.status, disabled.body.code]).toEqual([403, 'merchant_disabled']);
    const without = await startApis({ hasPublicUrl: false });
    const { body } = await without.operator('POST', `/merchants/${merchantId}/portal-links`, {
      body: { scope: 'full', ...asked },
    });
    await without.stop();
    expect(body.code).toBe('public_url_not_set');
    const bare = await apis.operator('POST', `/merchants/${merchantId}/portal-links`, { body: { scope: 'all' } });
    expect(bare.body.errors).toMatchObject([{ pointer: '/by' }, { pointer: '/reason' }, { pointer: '/scope' }]);
  });
});

describe('Sessions of a merchant’s portal', () => {
  it('are listed, those of tokens too, and ended one by one by their id', async () => {
    const merchant = await createMerchant(apis);
    const { merchant_id: merchantId } = merchant;
    const [byToken, byLink] = [sessionHash(), sessionHash()];
    expect((await beginByToken(merchant, byToken)).status).toBe(201);
    nowMs += 1;
    expect((await signIn(await provideLink(merchantId, 'read'), byLink)).status).toBe(201);
    const listed = await listSessions(merchantId);
    expect(listed).toMatchObject([
      { begun_with: 'link', scope: 'read', address: '203.0.113.9' },
      { begun_with: 'token', scope: 'full', address: '203.0.113.9' },
    ]);
    const end = () => apis.operator('DELETE', `/merchants/${merchantId}/portal-sessions/${listed[0]?.id}`);
    expect((await end()).status).toBe(204);
    const again = await end();
    expect([again.status, again.body.code]).toEqual([404, 'session_not_found']);
    expect((await apis.internal('GET', `/sessions/${byLink}`)).status).toBe(404);
    expect((await apis.internal('GET', `/sessions/${byToken}`)).status).toBe(200);
  });

  it('are not listed once their token is revoked, and none of twelve hours ago', async () => {
    const merchant = await createMerchant(apis);
    const { merchant_id: merchantId } = merchant;
    await beginByToken(merchant);
    await signIn(await provideLink(merchantId));
    expect(await listSessions(merchantId)).toHaveLength(2);
    const { body } = await apis.operator('GET', `/merchants/${merchantId}`);
    await apis.operator('DELETE', `/merchants/${merchantId}/tokens/${body.tokens[0].id}`);
    expect(await listSessions(merchantId)).toMatchObject([{ begun_with: 'link' }]);
    nowMs += 12 * 3_600_000;
    expect(await listSessions(merchantId)).toEqual([]);
  });

  it('[P30] end when the merchant is disabled, with the links that were not used, and do not come back', async () => {
    const merchant = await createMerchant(apis);
    const { merchant_id: merchantId } = merchant;
    const [byToken, byLink] = [sessionHash(), sessionHash()];
    await beginByToken(merchant, byToken);
    await signIn(await provideLink(merchantId), byLink);
    const unused = await provideLink(merchantId);
    for (const status of ['disabled', 'active']) {
      await apis.operator('PATCH', `/merchants/${merchantId}`, { body: { status } });
    }
    expect((await signIn(unused)).status).toBe(410);
    for (const hash of [byToken, byLink]) expect((await apis.internal('GET', `/sessions/${hash}`)).status).toBe(404);
  });

  it('[P30] are none by a link that is used while the merchant is being disabled', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const links = await Promise.all(Array.from({ length: 8 }, () => provideLink(merchantId)));
    await Promise.all([
      ...links.map((link) => signIn(link)),
      apis.operator('PATCH', `/merchants/${merchantId}`, { body: { status: 'disabled' } }),
    ]);
    expect(await listSessions(merchantId)).toEqual([]);
  });
});
