/** The key of the content hashes. It is in the database: it is there before the first message is consumed. */
export type ContentKey = { get: () => Buffer; set: (key: Buffer) => void };

export const createContentKey = (): ContentKey => {
  let key: Buffer | undefined;
  return {
    get: () => {
      if (!key) throw new Error('the content key is not read yet');
      return key;
    },
    set: (read) => {
      key = read;
    },
  };
};
