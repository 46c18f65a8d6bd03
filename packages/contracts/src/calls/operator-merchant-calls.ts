import { operatorMerchantListQuerySchema, pageQuerySchema } from '../list-queries.js';
import { optionalActionSchema } from '../operator-accounts.js';
import { systemHistoryQuerySchema } from '../operator-ledger.js';
import { callsOf } from './call.js';
import { merchantParameters as parameters, pathId, uuid } from './parameters.js';

const merchants = '/operator/v1/merchants';
const tokenId = 'c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22';

export const operatorMerchantCalls = {
  ...callsOf('Merchants', {
    createMerchant: {
      request: ['POST', merchants],
      role: 'administer',
      summary: 'Add a merchant',
      description:
        'Its credentials work at once. Only this answer shows token and secret. With `mode: "sandbox"` its ' +
        'couriers are simulated, and its credentials begin with `key_test_` and `tok_test_`.',
      body: {
        schema: 'CreateMerchant',
        examples: {
          alone: { summary: 'A merchant that integrates by itself', value: { name: 'Padaria Central' } },
          ofPlatform: {
            summary: 'A merchant of a platform, with its webhook endpoint',
            value: {
              name: 'Pizzaria 12',
              platform: 'Pedidos',
              reference: 'loja-12',
              webhook_url: 'https://hooks.example.com/orders',
            },
          },
          sandbox: { summary: 'For trying things out', value: { name: 'Padaria Central, test', mode: 'sandbox' } },
        },
      },
      answers: { 201: { description: 'Added.', schema: 'MerchantCreated' } },
      problems: ['webhook_url_refused', 'reference_taken'],
    },
    listMerchants: {
      request: ['GET', merchants],
      role: 'look',
      summary: 'List merchants, with how their webhooks are doing',
      query: operatorMerchantListQuerySchema,
      answers: { 200: { description: 'One page. Each shows the list as it is then.', schema: 'MerchantList' } },
    },
    getMerchant: {
      request: ['GET', `${merchants}/{merchant_id}`],
      role: 'look',
      summary: 'Read a merchant',
      parameters,
      answers: { 200: { description: 'The merchant with its endpoints.', schema: 'Merchant' } },
      problems: ['merchant_not_found'],
    },
    patchMerchant: {
      request: ['PATCH', `${merchants}/{merchant_id}`],
      role: 'administer',
      summary: 'Rename, disable, enable or limit a merchant, switch its tracking pages, or set its time zone',
      parameters,
      body: {
        schema: 'PatchMerchant',
        examples: {
          limit: { summary: 'Another limit', value: { create_per_minute: 1200 } },
          disable: { summary: 'Refuse its requests', value: { status: 'disabled' } },
          track: { summary: 'Give its customers a tracking page', value: { tracking_page: true } },
          zone: { summary: 'Tell it times as its people read them', value: { time_zone: 'America/Sao_Paulo' } },
        },
      },
      answers: { 200: { description: 'The merchant as it is now.', schema: 'Merchant' } },
      problems: ['merchant_not_found', 'reference_taken', 'public_url_not_set'],
    },
    createToken: {
      request: ['POST', `${merchants}/{merchant_id}/tokens`],
      role: 'administer',
      summary: 'Add a second token, for rotation',
      parameters,
      query: optionalActionSchema,
      answers: { 201: { description: 'Added. Shown once.', schema: 'TokenCreated' } },
      problems: ['merchant_not_found', 'token_limit_reached'],
    },
    revokeToken: {
      request: ['DELETE', `${merchants}/{merchant_id}/tokens/{token_id}`],
      role: 'administer',
      summary: 'Revoke a token',
      parameters: [...parameters, pathId('The token.', uuid, tokenId, 'token_id')],
      query: optionalActionSchema,
      answers: { 204: { description: 'Revoked, also when it was before.' } },
      problems: ['merchant_not_found', 'token_not_found'],
    },
    listMerchantStores: {
      request: ['GET', `${merchants}/{merchant_id}/stores`],
      role: 'look',
      summary: 'List the stores of a merchant',
      parameters,
      query: pageQuerySchema,
      answers: { 200: { description: 'One page, by `ref`.', schema: 'StoreList' } },
      problems: ['merchant_not_found'],
    },
  }),
  ...callsOf('Ledger', {
    getAudit: {
      request: ['GET', '/operator/v1/audit'],
      role: 'look',
      summary: 'Read the delivery audit',
      answers: { 200: { description: 'Two independent counts, compared.', schema: 'Audit' } },
    },
    getStatus: {
      request: ['GET', '/operator/v1/status'],
      role: 'look',
      summary: 'Read the ledger summary',
      description: 'The backlog, what is late, and whose endpoints are the cause.',
      answers: { 200: { description: 'Lists show the twenty that have been so for the longest.', schema: 'Status' } },
    },
    getConfiguration: {
      request: ['GET', '/operator/v1/configuration'],
      role: 'look',
      summary: 'Read the effective configuration of each process',
      description: 'The settings of each process, defaults included, without secrets: up to about a minute old.',
      answers: { 200: { description: 'By service and process, 500 at most.', schema: 'ReplicaConfigs' } },
    },
    getHistory: {
      request: ['GET', '/operator/v1/history'],
      role: 'look',
      summary: 'Read charts of the last hour or day',
      description:
        'Rates and backlogs, in steps of 10 s for an hour and of 4 min for a day. Postgres keeps them for a day.',
      query: systemHistoryQuerySchema,
      answers: { 200: { description: 'Oldest first.', schema: 'History' } },
    },
  }),
};
