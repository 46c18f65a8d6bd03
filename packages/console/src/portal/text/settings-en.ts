const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Of the form with which an endpoint is changed, and of what is wrong in it. */
export const settingsEn = {
  change: 'Change',
  title: 'Change this endpoint',
  save: 'Save',
  saved: 'Saved.',
  urlMaskedHint: 'What is hidden as *** stays while you leave the address alone. Another one has to be given whole.',
  headerKeep: (name: string) => `Keep ${name} as it is`,
  headerSet: 'Give a name and a value',
  headerNone: 'Send none',
  headerNameHint: 'Sent with each webhook, such as Authorization.',
  fault: {
    url_whole: 'This is not a whole address, such as https://shop.example/webhooks.',
    url_masked: 'Give the whole address: *** stands for what is hidden here.',
    url_taken: 'Another endpoint of yours has this address.',
    header_again: 'Its value was given for the server of before. For this one give it again, or send none.',
    pace_range: 'A whole number from 1 to 1000, or nothing.',
  },
  nothing: 'Nothing is changed yet.',
  moves: 'Webhooks go to the new address from now on. What is being sent ends at the old one.',
  movesWaiting: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that waits goes to the new address at its next try.',
      `The ${waiting} webhooks that wait go to the new address at their next try.`,
    ) + ' What is being sent ends at the old one.',
  movesHeld: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that is held goes to the new address once this endpoint is enabled.',
      `The ${waiting} webhooks that are held go to the new address once this endpoint is enabled.`,
    ),
  secretStays: 'The secret stays: the new server checks webhooks with the one that you have.',
  tells: (events: string | undefined) =>
    `From now on it is told ${events === undefined ? 'of every event' : `of: ${events}`}. What waits already still comes.`,
  carries: (name: string) => `Webhooks carry ${name} with this value from their next try on.`,
  carriesNone: 'Webhooks carry no header of your own from their next try on.',
  paced: (perSecond: string) => `It gets at most ${perSecond} a second; the rest waits its turn.`,
  paceless: 'Webhooks go out as they come.',
};
