import { z } from 'zod';
import { beginPortalSessionSchema, type PortalSession, portalSessionSchema } from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, noContent, parseBody } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { deletePortalSession, findPortalSession, insertPortalSession } from '../sessions/queries.js';
import { sessionNotFound } from '../shared-api/read-params.js';

const sessionMs = 12 * 3_600_000;

export type PortalSessionDeps = { pool: Pool; now: () => number };

/** intake-api has seen that the credentials are right, and asks the directory about them anew with every call. */
export const beginPortalSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async ({ body }) => {
    const begun = parseBody(beginPortalSessionSchema, body);
    const until = new Date(now() + sessionMs);
    await insertPortalSession(pool, { ...begun, expires_at: until }, new Date(now()));
    const session: PortalSession = { ...begun, expires_at: until.toISOString() };
    return answerJson(201, session);
  };

export const viewPortalSession =
  ({ pool, now }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await findPortalSession(pool, readHash(request), new Date(now()));
    if (!row) throw sessionNotFound();
    const session: PortalSession = { ...row, expires_at: row.expires_at.toISOString() };
    return answerJson(200, session);
  };

/** Answers the same for a session that has ended already. */
export const endPortalSession =
  ({ pool }: PortalSessionDeps): ApiRoute['handle'] =>
  async (request) => {
    await deletePortalSession(pool, readHash(request));
    return noContent;
  };

const readHash = ({ params }: ApiRequest): string => {
  const { success, data } = z.object({ hash: portalSessionSchema.shape.hash }).safeParse(params);
  if (!success) throw sessionNotFound();
  return data.hash;
};
