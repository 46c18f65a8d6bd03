import { type PortalSession, portalSessionSchema } from '@delivery/contracts';
import { temporarilyUnavailable } from '@delivery/http-edge';
import { answerDeadlineMs, type InternalAnswer, type OrderStateClient } from './order-state-client.js';

/** Sessions of the portal, which order-state keeps for all replicas. @throws ProblemError 503 while it is away */
export type SessionSource = {
  begin: (session: Omit<PortalSession, 'expires_at'>) => Promise<PortalSession>;
  find: (hash: string) => Promise<PortalSession | undefined>;
  end: (hash: string) => Promise<void>;
};

const path = '/internal/v1/sessions';

export const createSessionSource = (client: OrderStateClient): SessionSource => {
  const call = async (
    method: string,
    below: string,
    expected: readonly number[],
    body?: object,
  ): Promise<InternalAnswer> => {
    const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
    let answer: InternalAnswer;
    try {
      answer = await client.call({ method, path: `${path}${below}`, timeoutMs: answerDeadlineMs, ...sent });
    } catch (error) {
      throw away(error);
    }
    if (!expected.includes(answer.status)) throw away(new Error(`order-state answered ${answer.status}`));
    return answer;
  };
  return {
    begin: async (session) => parse(await call('POST', '', [201], session)),
    find: async (hash) => {
      const answer = await call('GET', `/${hash}`, [200, 404]);
      return answer.status === 404 ? undefined : parse(answer);
    },
    end: async (hash) => {
      await call('DELETE', `/${hash}`, [204]);
    },
  };
};

const away = (cause: unknown) => temporarilyUnavailable('Sessions are temporarily unavailable. Try again.', cause);

const parse = ({ body }: InternalAnswer): PortalSession => portalSessionSchema.parse(JSON.parse(body.toString('utf8')));
