import { type Answer, type Merchant, pollUntil } from '@delivery/test-support';

/** What was only accepted is there later, and a read that a slow machine makes late is 503. */
export const readOrder = (merchant: Merchant, id: string): Promise<Answer> =>
  pollUntil(`${id} can be read`, async () => {
    const answer = await merchant.get(id);
    return answer.status === 200 ? answer : undefined;
  });
