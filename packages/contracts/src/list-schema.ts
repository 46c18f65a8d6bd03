import { z } from 'zod';

/** The most faults that a refusal lists: more would not help. */
export const faultMax = 20;

/**
 * A list of at most `max` entries that is read up to its 20th fault, and not at all where it is too long.
 *
 * Buys: a body of 256 KiB that is wrong in 25,000 places costs what a right one costs, instead of ten times as much.
 * Relies on: `_zod.parse` and `_zod.run`, which zod documents for libraries; they are replaced on this one schema, so
 * that the list stays an array to other readers of the schema, such as the documents. It may be wrapped (`nullish`) but
 * neither refined nor described: either makes a copy that reads on. Test: list-schema.test.ts. Without it:
 * `z.array(element).max(max)`.
 */
export const listOf = <T extends z.ZodType>(element: T, max: number): z.ZodArray<T> => {
  const list = z.array(element).max(max);
  const plain = z.array(element);
  list._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!isList(input)) return plain._zod.parse(payload, context);
    if (input.length > max) return payload;
    const output: unknown[] = [];
    payload.value = output;
    for (let index = 0; index < input.length && payload.issues.length < faultMax; index += 1) {
      const read = element._zod.run({ value: input[index], issues: [] }, context);
      if (read instanceof Promise) throw new z.core.$ZodAsyncError();
      for (const issue of read.issues) payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      output.push(read.value);
    }
    return payload;
  };
  return list;
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
