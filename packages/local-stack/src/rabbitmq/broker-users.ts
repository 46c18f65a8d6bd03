import { randomBytes } from 'node:crypto';
import { brokerPermissions } from '@delivery/contracts';

export type BrokerUser = keyof typeof brokerPermissions;
/** Each with user and password: never log them. */
export type BrokerUrls = Record<BrokerUser, string>;

export const forEachBrokerUser = <T>(make: (name: BrokerUser) => T): Record<BrokerUser, T> => ({
  'intake-api': make('intake-api'),
  'order-state': make('order-state'),
  'webhook-dispatcher': make('webhook-dispatcher'),
  keda: make('keda'),
});

/**
 * Makes the users of the product in the vhost of `url`, each with its permissions there and a new password.
 * @param prefix of their names, where the broker has several products
 */
export const makeBrokerUsers = async (
  { url, managementUrl }: { url: string; managementUrl: string },
  prefix = '',
): Promise<BrokerUrls> => {
  const put = createPut(new URL(managementUrl));
  const vhost = encodeURIComponent(decodeURIComponent(new URL(url).pathname.slice(1)) || '/');
  const urls = forEachBrokerUser(async (name) => {
    const user = `${prefix}${name}`;
    const password = randomBytes(24).toString('hex');
    await put(`/api/users/${user}`, { password, tags: '' });
    await put(`/api/permissions/${vhost}/${user}`, brokerPermissions[name]);
    const own = new URL(url);
    own.username = user;
    own.password = password;
    return own.href;
  });
  await Promise.all(Object.values(urls));
  return {
    'intake-api': await urls['intake-api'],
    'order-state': await urls['order-state'],
    'webhook-dispatcher': await urls['webhook-dispatcher'],
    keda: await urls.keda,
  };
};

/** For a broker whose users are managed elsewhere: one URL for all services. */
export const sameBrokerUrl = (url: string): BrokerUrls => forEachBrokerUser(() => url);

const createPut = (management: URL) => {
  const [user, password] = [management.username, management.password].map(decodeURIComponent);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return async (path: string, body: object): Promise<void> => {
    const answer = await fetch(new URL(path, management.origin), {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`PUT ${path}: ${answer.status} ${await answer.text()}`);
  };
};
