/** The reasons that services give, by a name for each; what a group holds is a name or a value, the same in every language. */
const sentences = {
  notJson: /^(?:the body is )?not JSON$/,
  newer: /^schema_version (\S+) is newer than (\S+),/,
  shape: /^(?:does not match its schema|not a delivery\.released): (.+)$/s,
  noMerchant: /^merchant_id is not a merchant of this service$/,
  exchange: /^(\S+) must be published to the exchange (\S+),/,
  noUser: /^(\S+) must have the property user_id,/,
  otherOrder: /^order_id does not match merchant_id and external_id$/,
  farAhead: /^occurred_at is more than a day ahead$/,
  database: /^refused by the database: (.+)$/,
  unanswered: /^delivered (\d+) times without an answer:/,
  deliveryLimit: /^delivery limit reached:/,
  sealed: /^((?:signing secret|client secret|header): .+)$/,
  unknown: /^unknown$/,
} as const;

export type ReasonName = keyof typeof sentences;

const names = Object.keys(sentences) as ReasonName[];

/** Why a message was refused, by its name, with what the sentence holds. `undefined`: the sentence is of none known here. */
export const nameReason = (reason: string): { name: ReasonName; parts: string[] } | undefined => {
  for (const name of names) {
    const found = sentences[name].exec(reason);
    if (found) return { name, parts: found.slice(1) };
  }
  return undefined;
};

/** `exchange` is `undefined` where it is the default one. */
export type MessageOrigin = { exchange: string | undefined; key: string; times: number };

const originPattern = /^from (?:the default exchange|exchange (\S+)), routing key (.+), redelivered (\d+) times$/;

/** Where a message was published, as the detail of a dead letter tells it. */
export const readOrigin = (detail: string): MessageOrigin | undefined => {
  const [whole, exchange, key = '', times] = originPattern.exec(detail) ?? [];
  return whole === undefined ? undefined : { exchange, key, times: Number(times) };
};
