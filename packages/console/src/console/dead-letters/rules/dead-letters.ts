import type { DeadLetterView } from '@delivery/contracts';

export type DeadLetterGroup = { key: string; reason: string; queue: string; letters: DeadLetterView[]; lastAt: string };

/** Groups by reason and queue, which mostly have one cause. The group with the newest dead letter comes first. */
export const groupDeadLetters = (letters: readonly DeadLetterView[]): DeadLetterGroup[] => {
  const groups = new Map<string, DeadLetterGroup>();
  for (const letter of letters) {
    const key = `${letter.queue} ${letter.reason}`;
    const group = groups.get(key) ?? { key, reason: letter.reason, queue: letter.queue, letters: [], lastAt: '' };
    group.letters.push(letter);
    if (letter.last_at > group.lastAt) group.lastAt = letter.last_at;
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
};

/** An erased message cannot be replayed. */
export const replayable = (letters: readonly DeadLetterView[]): DeadLetterView[] =>
  letters.filter(({ erased_at }) => erased_at === null);

/** The reasons that services give, each with a name. The groups hold names or values, which are not translated. */
const sentences = {
  notJson: /^(?:the body is )?not JSON$/,
  newer: /^schema_version (\S+) is newer than (\S+),/,
  shape: /^(?:does not match its schema|not a delivery\.released): (.+)$/s,
  noMerchant: /^merchant_id is not a merchant of this service$/,
  otherOrder: /^order_id does not match merchant_id and external_id$/,
  database: /^refused by the database: (.+)$/,
  unanswered: /^delivered (\d+) times without an answer:/,
  deliveryLimit: /^delivery limit reached:/,
  sealed: /^((?:signing secret|client secret|header): .+)$/,
  unknown: /^unknown$/,
} as const;

export type ReasonName = keyof typeof sentences;

const names = Object.keys(sentences) as ReasonName[];

/** The name of a refusal's reason, with the parts of its sentence; undefined if the sentence is not known here. */
export const nameReason = (reason: string): { name: ReasonName; parts: string[] } | undefined => {
  for (const name of names) {
    const found = sentences[name].exec(reason);
    if (found) return { name, parts: found.slice(1) };
  }
  return undefined;
};

/** `exchange` is `undefined` for the default one. */
export type MessageOrigin = { exchange: string | undefined; key: string; times: number };

const originPattern = /^from (?:the default exchange|exchange (\S+)), routing key (.+), redelivered (\d+) times$/;

/** Where a message was published, from the detail of a dead letter. */
export const readOrigin = (detail: string): MessageOrigin | undefined => {
  const [whole, exchange, key = '', times] = originPattern.exec(detail) ?? [];
  return whole === undefined ? undefined : { exchange, key, times: Number(times) };
};
