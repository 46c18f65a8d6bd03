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
  noTime: '. Nobody can tell how long that takes.',
  nothingAgain: 'There is nothing to send again in this range.',
  nothingChosen: 'Nothing of this can be sent again now.',
  nothingHeld: 'Nothing is held: what comes from now on is sent.',
  running: 'This range is being sent again already: no second replay begins.',
  leftOut: (count: number, text: string) =>
    plural(
      count,
      'One more is left out: it is not settled, or is being sent again already.',
      `${text} more are left out: they are not settled, or are being sent again already.`,
    ),
  blocked_by: {
    disabled: (webhooks: string, url: string) => `Of these, ${webhooks} to ${url} will be held: it is disabled.`,
    failing: (webhooks: string, url: string) => `Of these, ${webhooks} go to ${url}, which fails at present.`,
    fetched: (webhooks: string) => `Of these, ${webhooks} wait until the merchant fetches them.`,
  },
  basis: (answer: string, rate: string) =>
    `Reckoned with answers in ${answer}, so ${rate} a second, if all goes well and nothing else is sent.`,
  basisUnmeasured: (rate: string) => `Reckoned with ${rate} a second: it has answered nothing lately.`,
  stale: 'What this would do has changed since you looked. Nothing was done. Look at the new numbers, then decide.',
};

export const selectionEn = {
  column: 'Select',
  allShown: 'Select all shown',
  chosen: (count: number, text: string) => plural(count, 'One selected', `${text} selected`),
};
