import { describe, expect, it } from '@jest/globals';
import { explainUnused } from './variables.js';

const read = [
  'PORT',
  'LOG_LEVEL',
  'OIDC_ISSUER',
  'OIDC_ROLES_CLAIM',
  'SMTP_URL',
  'OTEL_A',
  'OTEL_B',
  'ORDER_STATE_URL',
];

describe('explainUnused', () => {
  it('says nothing of what is read, empty, or of other programs', () => {
    const env = { OIDC_ISSUER: 'x', DATA_DIR: 'x', OIDC_OTHER: '', HOME: 'x', LOGNAME: 'x', LANG: 'x', OTEL_C: 'x' };
    expect(explainUnused({ ...env, OPERATOR_NAME: 'x' }, read)).toEqual([]);
  });

  it.each([
    ['OIDC_ROLE_CLAIM', 'OIDC_ROLE_CLAIM has no effect: did you mean OIDC_ROLES_CLAIM?'],
    ['SMPT_URL', 'SMPT_URL has no effect: did you mean SMTP_URL?'],
    ['INTAKE_API_PROT', 'INTAKE_API_PROT has no effect: did you mean INTAKE_API_PORT?'],
    ['OIDC_AUDIENCE', 'OIDC_AUDIENCE has no effect: no service reads it'],
    ['PORT', 'PORT has no effect: npm start sets it for each service'],
    ['ORDER_STATE_URL', 'ORDER_STATE_URL has no effect: npm start sets it for each service'],
  ])('names %s', (name, line) => {
    expect(explainUnused({ [name]: 'x' }, read)).toEqual([line]);
  });
});
