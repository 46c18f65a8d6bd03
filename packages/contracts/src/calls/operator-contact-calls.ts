import { optionalActionSchema } from '../operator-accounts.js';
import { callsOf } from './call.js';
import { platformInMode } from './operator-platform-calls.js';
import { merchantParameters } from './parameters.js';
import { getContacts, putContacts } from './settings-calls.js';

const ofMerchant = { parameters: merchantParameters, problems: ['merchant_not_found'] } as const;
const merchantPath = '/operator/v1/merchants/{merchant_id}/contacts';
const ofPlatform = { parameters: platformInMode.parameters, problems: ['platform_not_found'] } as const;
const platformPath = `${platformInMode.path}/contacts`;

export const operatorContactCalls = {
  ...callsOf('Merchants', {
    getMerchantContacts: {
      ...getContacts,
      ...ofMerchant,
      request: ['GET', merchantPath],
      role: 'look',
      summary: 'Read a merchant’s contacts',
    },
    putMerchantContacts: {
      ...putContacts,
      ...ofMerchant,
      query: optionalActionSchema,
      request: ['PUT', merchantPath],
      role: 'administer',
      summary: 'Say whom of a merchant mails tell',
    },
  }),
  ...callsOf('Platforms', {
    getPlatformContacts: {
      ...getContacts,
      ...ofPlatform,
      request: ['GET', platformPath],
      role: 'look',
      summary: 'Read a platform’s contacts',
    },
    putPlatformContacts: {
      ...putContacts,
      ...ofPlatform,
      query: optionalActionSchema,
      request: ['PUT', platformPath],
      role: 'administer',
      summary: 'Say whom of a platform mails tell',
    },
  }),
};
