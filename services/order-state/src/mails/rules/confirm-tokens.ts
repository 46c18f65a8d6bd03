import { createHmac, timingSafeEqual } from 'node:crypto';

/** A mail that asks its address to confirm. The time tells two apart that a restore gave one id. */
export type AskedBy = { mailId: number; createdAt: Date };

export type ConfirmTokens = {
  of: (mail: AskedBy) => string;
  /** `undefined`: no token of ours. */
  mailOf: (token: string) => AskedBy | undefined;
};

const idBytes = 8;
const timeBytes = 8;
const macBytes = 16;

/**
 * The token in the link of a confirmation: which mail it was, and a keyed hash of that, so that only a reader of the mail has it.
 * @param keyOf the key of the content hashes; a text that is hashed here can be no order's content
 */
export const createConfirmTokens = (keyOf: () => Buffer): ConfirmTokens => {
  const macOf = (mail: Buffer): Buffer =>
    createHmac('sha256', keyOf()).update('confirm\0').update(mail).digest().subarray(0, macBytes);
  return {
    of: ({ mailId, createdAt }) => {
      const mail = Buffer.alloc(idBytes + timeBytes);
      mail.writeBigUInt64BE(BigInt(mailId));
      mail.writeBigUInt64BE(BigInt(createdAt.getTime()), idBytes);
      return Buffer.concat([mail, macOf(mail)]).toString('base64url');
    },
    mailOf: (token) => {
      const given = Buffer.from(token, 'base64url');
      if (given.length !== idBytes + timeBytes + macBytes) return undefined;
      const mail = given.subarray(0, idBytes + timeBytes);
      if (!timingSafeEqual(given.subarray(mail.length), macOf(mail))) return undefined;
      return {
        mailId: Number(mail.readBigUInt64BE()),
        createdAt: new Date(Number(mail.readBigUInt64BE(idBytes))),
      };
    },
  };
};
