const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Of the form with which an endpoint is changed, and of what is wrong in it. */
export const settingsEn = {
  title: 'Change this endpoint',
  urlMaskedHint: 'Parts hidden as *** stay as long as you do not change the address. Enter a new address in full.',
  headerKeep: (name: string) => `Keep ${name} as it is`,
  headerSet: 'Enter a name and a value',
  headerNone: 'Send no header',
  headerNameHint: 'Sent with each webhook, such as Authorization.',
  fault: {
    url_whole: 'Enter a whole address, such as https://shop.example/webhooks.',
    url_masked: 'Enter the whole address: *** stands for parts that are hidden here.',
    url_taken: 'Another of your endpoints already has this address.',
    header_again: 'The value was given for the previous server. Enter it again for the new one, or send no header.',
    pace_range: 'Enter a whole number from 1 to 1000, or leave it empty.',
    client_choose: 'Choose the OAuth client whose secret signs.',
  },
  nothing: 'Nothing has changed yet.',
  moves: 'Webhooks go to the new address from now on. Attempts under way end at the old one.',
  movesWaiting: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that waits goes to the new address at its next try.',
      `The ${waiting} webhooks that wait go to the new address at their next try.`,
    ) + ' Attempts under way end at the old one.',
  movesHeld: (count: number, waiting: string) =>
    plural(
      count,
      'The webhook that is held goes to the new address once this endpoint is enabled.',
      `The ${waiting} webhooks that are held go to the new address once this endpoint is enabled.`,
    ),
  named: (name: string | null) => (name === null ? 'It is shown by its address.' : `It is shown as ${name}.`),
  secretStays: 'The secret does not change: the new server verifies webhooks with your current one.',
  tells: (events: string | undefined) =>
    `From now on it receives ${events === undefined ? 'the standard events' : `these events: ${events}`}. Webhooks that already wait are still sent.`,
  signs: (client: string) => `Events are signed with the secret of ${client} from their next try on.`,
  carries: (name: string) => `Webhooks carry ${name} with this value from their next try on.`,
  carriesNone: 'Webhooks carry no own header from their next attempt on.',
  paced: (perSecond: string) => `It receives at most ${perSecond} a second; the rest wait their turn.`,
  paceless: 'Webhooks go out as they come.',
};
