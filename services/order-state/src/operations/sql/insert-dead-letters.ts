import { type Queryable, toDate } from '@delivery/postgres';
import { uuidv7 } from '../../ledger/rules/ids.js';

export type NewDeadLetter = {
  queue: string;
  messageId: string;
  type: string | null;
  /** Free of customers' data. */
  reason: string;
  detail: string | null;
  body: Buffer;
  properties: object;
  atMs: number;
};

/** The same message refused again is the same row: its count and last time rise, its reason is the newest. */
export const insertDeadLetters = async (client: Queryable, letters: readonly NewDeadLetter[]): Promise<void> => {
  // Two refusals of one message in one batch would touch a row twice, which one statement may not.
  for (const letter of letters) {
    await client.query({
      name: 'insert_dead_letter',
      text: `
        insert into dead_letters as d (id, queue, message_id, type, reason, detail, body, properties, first_at, last_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
        on conflict (queue, message_id, body_digest) do update
        set count = d.count + 1, last_at = excluded.last_at, reason = excluded.reason, detail = excluded.detail,
            replayed_at = null`,
      values: [
        uuidv7(letter.atMs),
        letter.queue,
        letter.messageId,
        letter.type,
        letter.reason,
        letter.detail,
        letter.body,
        letter.properties,
        toDate(letter.atMs),
      ],
    });
  }
};
