import { readJson } from '../calls/read-answer.js';
import { UnexpectedAnswerError } from '../errors.js';
import { createSend, type Send } from '../transport.js';
import { CannotRunError, type CommandInput, type Flags, NotWellError } from './command.js';
import type { Connection } from './connection.js';

/** The service's base URL for tills that speak the standard. */
const base = '/open-delivery/1.7.1';
export const logisticsPath = `${base}/v1/logistics`;

export const formats = ['standard_webhooks', 'open_delivery'] as const;

export const oauthClientFlags: Flags = {
  'client-id': { value: 'id', help: 'of an OAuth client; default: DELIVERY_CLIENT_ID' },
  'client-secret': { value: 'secret', help: 'its secret; default: DELIVERY_CLIENT_SECRET' },
};

/** Calls as a till makes them: with an access token for an OAuth client. @throws CannotRunError, NotWellError */
export const createTill = async ({ text, env }: CommandInput, connection: Connection): Promise<Send> => {
  const key = text('client-id') ?? env['DELIVERY_CLIENT_ID'];
  const token = text('client-secret') ?? env['DELIVERY_CLIENT_SECRET'];
  if (!key || !token)
    throw new CannotRunError(
      'the OAuth client is unknown: set DELIVERY_CLIENT_ID and DELIVERY_CLIENT_SECRET (or the flags); ' +
        '`npx --no -- delivery oauth-clients create <name>` adds one',
    );
  const authorization = `Bearer ${await askForToken({ ...connection, key, token })}`;
  return createSend({
    ...connection,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('authorization', authorization);
      return fetch(url, { ...init, headers });
    },
  });
};

/** RFC 6749, 4.4, the client by HTTP Basic. */
const askForToken = async (client: Connection): Promise<string> => {
  const send = createSend(client);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials';
  try {
    const answer = await send({ method: 'POST', path: `${base}/oauth/token`, headers, body, repeat: 'always' });
    return readJson<{ access_token: string }>(answer).access_token;
  } catch (error) {
    // The refusals of OAuth 2.0 are no problem details.
    if (error instanceof UnexpectedAnswerError && error.status === 401)
      throw new NotWellError('invalid_client: check --client-id and --client-secret');
    throw error;
  }
};
