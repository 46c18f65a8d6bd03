import { sharedEn } from '../../text/shared-en.js';

export const searchEn = {
  ...sharedEn.search,
  label: 'Find an order, endpoint or merchant',
  lead: 'An order by its number, ID, external ID, a webhook-id or its customer’s whole phone number; an endpoint by its ID or a part of its address; a merchant by its name or ID.',
  ask: 'Type a number, an ID, an address or a name, and press Enter.',
  none: (q: string) => `Nothing matches “${q}”`,
  noneText: 'Enter whole numbers and IDs. Among the orders of one merchant the last four digits of a phone are enough.',
  purgedText: 'It had been inactive for longer than orders are kept.',
  ofMerchant: { label: 'Number, ID or phone', submit: 'Find' },
  within: 'Only among the orders and endpoints of',
  updated: 'Changed',
};
