const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** What an action would do, told before it is done. */
export const previewsEn = {
  counting: 'Counting what this would do …',
  webhooks: (count: number, text: string) => plural(count, 'one webhook', `${text} webhooks`),
  orders: (count: number, text: string) => plural(count, 'one order', `${text} orders`),
  moreThan: (words: string) => `more than ${words}`,
  sendsAgain: (webhooks: string, orders: string) => `Sends ${webhooks} of ${orders} again`,
  sends: (webhooks: string, orders: string) => `Sends ${webhooks} of ${orders}`,
  about: (time: string) => `, in about ${time}.`,
  noTime: '. It cannot be estimated how long that takes.',
  nothingAgain: 'There is nothing to send again in this range.',
  nothingChosen: 'None of these can be sent again now.',
  nothingHeld: 'Nothing is held. Webhooks are sent from now on.',
  running: 'A replay of this range is already running; no second one starts.',
  leftOut: (count: number, text: string) =>
    plural(
      count,
      'One more is left out: it is not settled, or is already being sent again.',
      `${text} more are left out: they are not settled, or are already being sent again.`,
    ),
  blocked_by: {
    disabled: (webhooks: string, url: string) => `Of these, ${webhooks} to ${url} will be held: it is disabled.`,
    failing: (webhooks: string, url: string) => `Of these, ${webhooks} go to ${url}, which is failing now.`,
    fetched: (webhooks: string) => `Of these, ${webhooks} wait until the merchant fetches them.`,
  },
  basis: (answer: string, rate: string) =>
    `Estimated from answers in ${answer}, so ${rate} a second, if every attempt succeeds and nothing else is sent.`,
  basisUnmeasured: (rate: string) => `Estimated at ${rate} a second, because it has not answered lately.`,
  stale: 'The preview is out of date, so nothing was done. Check the new numbers, then decide.',
};

export const selectionEn = {
  column: 'Select',
  allShown: 'Select all shown',
  chosen: (count: number, text: string) => plural(count, 'One selected', `${text} selected`),
};
