import type { Answer } from '@delivery/http-edge';

/** Members that may hold a customer's data in any answer: a receiver's answer or its error, and a courier's page of the order; and the
 * address of a merchant's contact, which is personal too. */
const customerMembers: ReadonlySet<string> = new Set(['response_excerpt', 'error_detail', 'tracking_url', 'email']);

/** Not `null`, which says that there is none. */
const maskedText = '(masked)';

/** An answer of the operator API without customers' data. Pure. */
export const maskAnswer = (answer: Answer): Answer => {
  if (answer.body === undefined) return answer;
  const value: unknown = JSON.parse(answer.body.toString());
  return { ...answer, body: JSON.stringify(value, maskMember) };
};

const maskMember = (name: string, value: unknown): unknown =>
  customerMembers.has(name) && value !== null ? maskedText : value;
