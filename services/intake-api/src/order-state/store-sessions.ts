import {
  type AskForLink,
  type BeginLinkedSession,
  type BeginPortalSession,
  clientAddressHeader,
  type PortalSession,
  portalSessionSchema,
  type SwitchPortalSession,
} from '@delivery/contracts';
import { ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { answerDeadlineMs, type InternalAnswer, type OrderStateClient } from './order-state-client.js';
import { toProblemError } from './pass-through.js';

/** Sessions of the portal, which order-state keeps for all replicas. @throws ProblemError 503 while it is away */
export type SessionSource = {
  /**
   * @param address of the client @throws ProblemError 401 where the credentials were revoked, 403 where the merchant is
   * disabled
   */
  begin: (session: BeginPortalSession, address: string) => Promise<PortalSession>;
  /** @throws ProblemError 409 where the service sends no mails */
  askForLink: (asked: AskForLink) => Promise<void>;
  /** Uses the link up. `undefined`: it was used already, has expired, or never existed. */
  beginByLink: (session: BeginLinkedSession, address: string) => Promise<PortalSession | undefined>;
  /**
   * In the place of the session `hash`. @throws ProblemError 404 where the merchant is none of its platform's, 403
   * where it is disabled
   */
  switchTo: (hash: string, session: SwitchPortalSession, address: string) => Promise<PortalSession>;
  find: (hash: string) => Promise<PortalSession | undefined>;
  end: (hash: string) => Promise<void>;
};

const path = '/internal/v1/sessions';

export const createSessionSource = (client: OrderStateClient): SessionSource => {
  const call = async (
    method: string,
    below: string,
    expected: readonly number[],
    given?: { body: object; address?: string },
  ): Promise<InternalAnswer> => {
    const sent = given && {
      body: Buffer.from(JSON.stringify(given.body)),
      ...(given.address !== undefined && { headers: { [clientAddressHeader]: given.address } }),
    };
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
    begin: async (body, address) => {
      const answer = await call('POST', '', [201, 401, 403], { body, address });
      if (answer.status !== 201) throw toProblemError(answer);
      return parse(answer);
    },
    askForLink: async (body) => {
      const answer = await call('POST', '/mail-link', [202, 409], { body });
      if (answer.status !== 202) throw toProblemError(answer);
    },
    beginByLink: async (body, address) => {
      const answer = await call('POST', '/from-link', [201, 410], { body, address });
      return answer.status === 410 ? undefined : parse(answer);
    },
    switchTo: async (hash, body, address) => {
      const answer = await call('POST', `/${hash}/switch`, [201, 403, 404], { body, address });
      if (answer.status === 403) throw disabled();
      if (answer.status === 404) throw noSuchMerchant();
      return parse(answer);
    },
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

const disabled = () =>
  new ProblemError(
    'merchant_disabled',
    'This merchant is disabled, so its portal cannot be opened. Enable the merchant first.',
  );

const noSuchMerchant = () =>
  new ProblemError('merchant_not_found', 'Your platform has no merchant with this id in this mode.');

const parse = ({ body }: InternalAnswer): PortalSession => portalSessionSchema.parse(JSON.parse(body.toString('utf8')));
