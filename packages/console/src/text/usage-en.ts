/** Orders and webhooks of each merchant in a month. */
export const usageEn = {
  title: 'Usage',
  lead: 'Orders and webhooks per merchant and calendar month (UTC), most webhooks first.',
  none: 'Nothing in this month',
  noneText: 'No order was created and no webhook sent, or none of the merchants that you look for had any.',
  noMonths: 'Nothing yet',
  month: 'Month',
  modes: { live: 'Live', sandbox: 'Sandbox' },
  counts: {
    created: 'Orders',
    delivered: 'Delivered',
    canceled: 'Canceled',
    returned: 'Returned',
    attempts: 'Attempts',
    arrived: 'Webhooks delivered',
    exhausted: 'Given up',
  },
};
