import { createKeyedTokens } from '@delivery/service-kit';

/** A mail that asks its address to confirm. The time tells two apart that a restore gave one id. */
export type AskedBy = { mailId: number; createdAt: Date };

export type ConfirmTokens = {
  of: (mail: AskedBy) => string;
  /** `undefined`: no token of ours. */
  mailOf: (token: string) => AskedBy | undefined;
};

const idBytes = 8;
const timeBytes = 8;

/** The token in the link of a confirmation: which mail it was. Only a reader of the mail has it. */
export const createConfirmTokens = (keyOf: () => Buffer): ConfirmTokens => {
  const tokens = createKeyedTokens(keyOf, 'confirm', idBytes + timeBytes);
  return {
    of: ({ mailId, createdAt }) => {
      const mail = Buffer.alloc(idBytes + timeBytes);
      mail.writeBigUInt64BE(BigInt(mailId));
      mail.writeBigUInt64BE(BigInt(createdAt.getTime()), idBytes);
      return tokens.of(mail);
    },
    mailOf: (token) => {
      const mail = tokens.valueOf(token);
      if (!mail) return undefined;
      return {
        mailId: Number(mail.readBigUInt64BE()),
        createdAt: new Date(Number(mail.readBigUInt64BE(idBytes))),
      };
    },
  };
};
