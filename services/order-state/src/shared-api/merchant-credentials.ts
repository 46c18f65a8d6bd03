import {
  createOauthClientSchema,
  type MerchantMode,
  type OauthClient,
  type OauthClientCreated,
  oauthClientMax,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, parseBody, ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import {
  deleteOauthClient,
  insertOauthClient,
  listOauthClients,
  type OauthClientRow,
} from '../merchants/credential-queries.js';
import { nextDirectoryVersion, setMerchantVersion } from '../merchants/queries.js';
import {
  createOauthClientId,
  createOauthSecret,
  hashCredential,
  oauthSecretOf,
} from '../merchants/rules/credentials.js';
import { merchantNotFound, oauthClientNotFound, readMerchantId, readOauthClientId } from './read-params.js';

type ActorOf<Identity> = (request: ApiRequest<Identity>) => Actor;
export type OauthClientDeps = { pool: Pool; sealer: Sealer; logger: Logger };

export const viewOauthClients =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const rows = await listOauthClients(pool, readMerchantId(request));
    return answerJson(200, { data: rows.map(toView) });
  };

const toView = ({ id, name, created_at }: OauthClientRow): OauthClient => ({
  client_id: id,
  name,
  created_at: created_at.toISOString(),
});

/** The secret is shown in this answer and never again. */
export const addOauthClient =
  <Identity>({ pool, sealer, logger }: OauthClientDeps, actorOf: ActorOf<Identity>): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { name } = parseBody(createOauthClientSchema, request.body);
    const secret = createOauthSecret();
    const row = await inTransaction(pool, async (client) => {
      const id = createOauthClientId(await touchMerchant(client, merchantId));
      if ((await listOauthClients(client, merchantId)).length >= oauthClientMax) throw tooMany();
      const hashed = { secretHash: hashCredential(secret), sealedSecret: sealer.seal(secret, oauthSecretOf(id)) };
      const added = await insertOauthClient(client, { id, merchantId, name, ...hashed });
      const subject = { type: 'oauth_client', id };
      await insertActivity(client, actorOf(request), { action: 'oauth_client.created', subject, merchantId });
      return added;
    });
    logger.info({ merchantId, clientId: row.id }, 'oauth_client.created');
    return answerJson(201, { ...toView(row), client_secret: secret } satisfies OauthClientCreated);
  };

const tooMany = (): ProblemError =>
  new ProblemError(
    'oauth_client_limit_reached',
    `A merchant can have at most ${oauthClientMax} OAuth clients. Delete one first.`,
  );

/** Its tokens are refused from the next change of the directory on: within a second or two. */
export const removeOauthClient =
  <Identity>(
    { pool, logger }: Pick<OauthClientDeps, 'pool' | 'logger'>,
    actorOf: ActorOf<Identity>,
  ): ApiRoute<Identity>['handle'] =>
  async (request) => {
    const [merchantId, clientId] = [readMerchantId(request), readOauthClientId(request)];
    await inTransaction(pool, async (client) => {
      await touchMerchant(client, merchantId);
      if (!(await deleteOauthClient(client, merchantId, clientId))) throw oauthClientNotFound();
      const subject = { type: 'oauth_client', id: clientId };
      await insertActivity(client, actorOf(request), { action: 'oauth_client.deleted', subject, merchantId });
    });
    logger.info({ merchantId, clientId }, 'oauth_client.deleted');
    return noContent;
  };

/** The directory's lock is held from here on: credentials of a merchant are counted by one transaction at a time. */
export const touchMerchant = async (client: Transaction, merchantId: string): Promise<MerchantMode> => {
  const version = await nextDirectoryVersion(client);
  const mode = await setMerchantVersion(client, merchantId, version);
  if (!mode) throw merchantNotFound();
  return mode;
};
