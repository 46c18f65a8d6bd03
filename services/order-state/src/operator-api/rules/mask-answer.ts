import type { OperatorRole } from '@delivery/contracts';
import type { Answer } from '@delivery/http-edge';

/**
 * Members that are shown to some roles alone, in any answer. A receiver's answer or its error, and a courier's page of the order, may
 * hold a customer's data. The address of a merchant's contact is personal too, and must be seen to be changed.
 */
const shownTo: Readonly<Record<string, readonly OperatorRole[]>> = {
  response_excerpt: ['customers_data'],
  error_detail: ['customers_data'],
  tracking_url: ['customers_data'],
  email: ['customers_data', 'administer'],
};

/** Not `null`, which says that there is none. */
const maskedText = '(masked)';

/** An answer of the operator API without what these roles may not see. Pure. */
export const maskAnswer = (answer: Answer, roles: readonly OperatorRole[]): Answer => {
  const hidden = Object.keys(shownTo).filter((name) => !shownTo[name]?.some((role) => roles.includes(role)));
  if (answer.body === undefined || hidden.length === 0) return answer;
  const value: unknown = JSON.parse(answer.body.toString());
  const maskMember = (name: string, member: unknown): unknown =>
    member !== null && hidden.includes(name) ? maskedText : member;
  return { ...answer, body: JSON.stringify(value, maskMember) };
};
