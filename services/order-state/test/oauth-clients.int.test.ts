import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { directoryEntrySchema, directoryPageSchema, oauthClientCreatedSchema } from '@delivery/contracts';
import { oauthSecretOf } from '../src/merchants/rules/sealed-places.js';
import { type Apis, createMerchant, startApis } from './start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
afterAll(() => apis.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const create = async (merchantId: string, name = 'Till') =>
  apis.internal('POST', `/merchants/${merchantId}/oauth-clients`, { body: { name } });
const entryOf = async (merchantId: string) => {
  const page = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
  return page.data.find(({ merchant_id }) => merchant_id === merchantId);
};

it('an OAuth client is in the directory by the hash of its secret, sealed for its own row, and gone once it is deleted', async () => {
  const merchantId = (await createMerchant(apis)).merchant_id;
  const { version } = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
  const answer = await create(merchantId);
  expect(answer.status).toBe(201);
  const { client_id: id, client_secret: secret } = oauthClientCreatedSchema.parse(answer.body);
  expect((await entryOf(merchantId))?.oauth_clients).toEqual([{ client_id: id, secret_hash: sha256(secret) }]);
  const looked = await apis.internal('GET', `/directory/lookup?client_id=${id}`);
  expect(directoryEntrySchema.parse(looked.body).merchant_id).toBe(merchantId);
  const { rows } = await apis.pool.query<{ sealed_secret: string }>(
    'select sealed_secret from oauth_clients where id = $1',
    [id],
  );
  expect(apis.sealer.open(rows[0]?.sealed_secret ?? '', oauthSecretOf(id))).toBe(secret);

  const other = (await createMerchant(apis)).merchant_id;
  const path = `/merchants/${merchantId}/oauth-clients/${id}`;
  const foreign = await apis.internal('DELETE', path.replace(merchantId, other));
  expect([foreign.status, foreign.body.code]).toEqual([404, 'oauth_client_not_found']);
  expect((await apis.internal('GET', `/merchants/${other}/oauth-clients`)).body).toEqual({ data: [] });

  expect((await apis.internal('DELETE', path)).status).toBe(204);
  expect((await apis.internal('DELETE', path)).body.code).toBe('oauth_client_not_found');
  const changes = directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${version}`)).body);
  expect(changes.data.find(({ merchant_id }) => merchant_id === merchantId)?.oauth_clients).toEqual([]);
  expect((await apis.internal('GET', `/directory/lookup?client_id=${id}`)).status).toBe(404);
});

it('the operator makes, lists and deletes them too, the log says who did it, and there are at most five', async () => {
  const merchantId = (await createMerchant(apis, { mode: 'sandbox' })).merchant_id;
  const path = `/merchants/${merchantId}/oauth-clients`;
  const made = await apis.operator('POST', path, { body: { name: 'PDV Legal' } });
  expect(oauthClientCreatedSchema.parse(made.body).client_id).toMatch(/^oauth_test_/);
  const rest = await Promise.all([1, 2, 3, 4, 5].map(() => create(merchantId)));
  expect(rest.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409]);
  expect(rest.find(({ status }) => status === 409)?.body.code).toBe('oauth_client_limit_reached');
  const listed = await apis.operator('GET', path);
  expect(listed.body.data).toHaveLength(5);
  expect(listed.text).not.toContain('secret');
  const deleted = await apis.operator('DELETE', `${path}/${made.body.client_id}`);
  expect(deleted.status).toBe(204);
  const { body } = await apis.operator('GET', `/activity?merchant_id=${merchantId}&limit=100`);
  const actions = body.data.map((entry: { action: string; actor: { type: string } }) => [
    entry.action,
    entry.actor.type,
  ]);
  expect(actions).toEqual(
    expect.arrayContaining([
      ['oauth_client.created', 'token'],
      ['oauth_client.created', 'merchant'],
      ['oauth_client.deleted', 'token'],
    ]),
  );
});
