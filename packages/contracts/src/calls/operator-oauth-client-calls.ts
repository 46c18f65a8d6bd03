import { optionalActionSchema } from '../operator-accounts.js';
import { mapCalls, renameCalls } from './call.js';
import { merchantParameters } from './parameters.js';
import { oauthClientCalls } from './settings-calls.js';

const summaries: Readonly<Record<string, string>> = {
  listOAuthClients: 'List a merchant’s OAuth clients',
  createOAuthClient: 'Add an OAuth client of a merchant',
  deleteOAuthClient: 'Delete an OAuth client of a merchant',
};

const ofMerchant = mapCalls(oauthClientCalls, (call) => ({
  ...call,
  summary: summaries[call.id] ?? call.summary,
  path: call.path.replace('/v1', '/operator/v1/merchants/{merchant_id}'),
  tag: 'Merchants',
  role: call.method === 'GET' ? 'look' : 'administer',
  parameters: [...merchantParameters, ...(call.parameters ?? [])],
  ...(call.method !== 'GET' && { query: optionalActionSchema }),
  problems: ['merchant_not_found', ...(call.problems ?? [])],
}));

export const operatorOAuthClientCalls = renameCalls(ofMerchant, 'OAuth', 'MerchantOAuth');
