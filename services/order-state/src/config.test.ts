import { describe, expect, it, test } from '@jest/globals';
import { loadConfig } from '@delivery/service-kit';
import { configSchema, describeConfig } from './config.js';

const required = {
  DATABASE_URL: 'postgres://user:hunter2@postgres:5432/delivery',
  RABBITMQ_URL: 'amqp://user:hunter2@broker:5672',
  INTERNAL_TOKEN: 'hunter2-hunter2-hunter2',
  OPERATOR_TOKEN: 'hunter2-hunter2-operator',
  SECRETS_KEY: Buffer.from('hunter2 & 25 others: qwyzxcvbmkj').toString('base64'),
};

describe('OPERATOR_READ_TOKEN', () => {
  it('is not there unless it is given', () =>
    expect(loadConfig(configSchema, required).OPERATOR_READ_TOKEN).toBeUndefined());

  it('[P8] is not the token that may change everything', () =>
    expect(() => loadConfig(configSchema, { ...required, OPERATOR_READ_TOKEN: required.OPERATOR_TOKEN })).toThrow(
      'OPERATOR_READ_TOKEN: expected a secret that differs from OPERATOR_TOKEN',
    ));
});

describe('DATABASE_READ_URL', () => {
  const load = (given: object) => loadConfig(configSchema, { ...required, ...given });

  it('is not there unless it is given', () => expect(load({}).DATABASE_READ_URL).toBeUndefined());

  it('is the address of another server', () => {
    expect(() => load({ DATABASE_READ_URL: required.DATABASE_URL })).toThrow(
      'DATABASE_READ_URL: expected a hot standby, not DATABASE_URL again',
    );
    expect(() => load({ DATABASE_READ_URL: 'replica:5432' })).toThrow('DATABASE_READ_URL: expected a postgres:// URL');
  });

  it('comes with a bound that looks at it can keep', () => {
    expect(load({}).DATABASE_READ_LAG_MAX_MS).toBe(5_000);
    expect(() => load({ DATABASE_READ_LAG_MAX_MS: '500' })).toThrow('DATABASE_READ_LAG_MAX_MS: ');
  });
});

const mailed = { MAIL_FROM: 'ops@a.example', PUBLIC_URL: 'https://a.example' };
test.each([
  [{ SMTP_URL: 'smtp://mail:587' }, 'SMTP_URL: expected SMTP_URL and MAIL_FROM together, and PUBLIC_URL with them'],
  [{ SMTP_URL: 'mail:587', MAIL_FROM: 'ops@a.example', PUBLIC_URL: 'https://a.example' }, 'SMTP_URL: expected smtp://'],
  [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'ops', PUBLIC_URL: 'https://a.example' }, 'MAIL_FROM: '],
  [{ ...mailed, SMTP_URL: 'smtp://mail?tls=no' }, 'SMTP_URL: expected tls=required, opportunistic, off'],
  [{ ...mailed, SMTP_URL: 'smtp://mail?tsl=off' }, 'SMTP_URL: expected no parameter but tls'],
  [
    { ...mailed, SMTP_URL: 'smtp://ana:hunter2@mail?tls=opportunistic' },
    'SMTP_URL: expected tls=required with a login',
  ],
  [{ ...mailed, SMTP_URL: 'smtps://mail?tls=off' }, 'SMTP_URL: expected no other tls than required with smtps://'],
])('mail is configured whole: %j', (given, fault) =>
  expect(() => loadConfig(configSchema, { ...required, ...given })).toThrow(fault),
);

const client = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'delivery-console',
  OIDC_REDIRECT_URI: 'https://console.example.com/operator/v1/session/oidc/callback',
};
test.each([
  [
    { OIDC_ISSUER: client.OIDC_ISSUER },
    'OIDC_ISSUER: expected OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_REDIRECT_URI together',
  ],
  [{ ...client, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER: expected an https:// URL'],
  [{ ...client, OIDC_ISSUER: 'http://localhost.evil.example' }, 'OIDC_ISSUER: expected an https:// URL'],
  [
    { ...client, OIDC_REDIRECT_URI: 'https://console.example.com/console/' },
    'OIDC_REDIRECT_URI: expected …/operator/v1/session/oidc/callback',
  ],
  [{ ...client, OIDC_SCOPE: 'profile' }, 'OIDC_SCOPE: expected openid among them'],
])('a faulty identity provider is named: %j', (given, fault) =>
  expect(() => loadConfig(configSchema, { ...required, ...given })).toThrow(fault),
);

it.each(['https://delivery.example', 'https://delivery.example/', 'https://delivery.example/a//'])(
  'PUBLIC_URL %s ends without a slash, so that paths can be added',
  (given) =>
    expect(loadConfig(configSchema, { ...required, PUBLIC_URL: given }).PUBLIC_URL).toBe(given.replace(/\/+$/, '')),
);

it('no secret can be read from the logged environment', () => {
  const config = loadConfig(configSchema, {
    ...required,
    OPERATOR_READ_TOKEN: 'hunter2-hunter2-reader',
    DATABASE_READ_URL: 'postgres://user:hunter2@postgres-ro:5432/delivery',
    SMTP_URL: 'smtps://user:hunter2@mail.example',
    MAIL_FROM: 'ops@delivery.example',
    PUBLIC_URL: 'https://delivery.example',
    ...client,
    OIDC_CLIENT_SECRET: 'hunter2',
  });
  expect(JSON.stringify(describeConfig(config))).not.toContain('hunter2');
});
