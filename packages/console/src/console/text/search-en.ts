export const searchEn = {
  title: 'Search',
  label: 'Find an order',
  placeholder: 'Find an order …',
  lead: 'By webhook-id, order ID, the merchant’s external ID, or the number of an order that is under way.',
  ask: 'Type what you have, and press Enter.',
  none: (q: string) => `Nothing is called “${q}”`,
  noneText: 'A number is found while its order is under way; IDs must be whole.',
  truncated: 'There are more: the first 50 are shown.',
  foundBy: 'Found by',
  by: { id: 'Order ID', webhook_id: 'webhook-id', external_id: 'External ID', display_id: 'Number' },
  updated: 'Changed',
};
