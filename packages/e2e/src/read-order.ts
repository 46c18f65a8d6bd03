import { type Answer, type Merchant, pollUntil } from '@delivery/test-support';

/** An order that was only accepted exists later, and a read that times out on a slow machine is 503. */
export const readOrder = (merchant: Merchant, id: string): Promise<Answer> =>
  pollUntil(`${id} can be read`, async () => {
    const answer = await merchant.get(id);
    return answer.status === 200 ? answer : undefined;
  });
