import { z } from 'zod';
import { type OperatorSandboxOrder, operatorSandboxOrderSchema } from '@delivery/contracts';
import type { CallOperator, Unavailable } from './call-operator.js';

const pageSize = 1_000;
const pageSchema = z.object({ data: z.array(operatorSandboxOrderSchema), next_cursor: z.string().nullable() });

/** Hands over the orders page by page. Resolves with the failure that stopped it, or with nothing. */
export const listSandboxOrders = async (
  call: CallOperator,
  onPage: (orders: readonly OperatorSandboxOrder[]) => void,
): Promise<Unavailable | undefined> => {
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`;
    const came = await call({ method: 'GET', path: `/sandbox/orders?limit=${pageSize}${after}` });
    if (came.kind === 'unavailable') return came;
    if (came.kind === 'refused') return { kind: 'unavailable', reason: `answered ${came.status} ${came.code}` };
    const page = pageSchema.safeParse(came.body).data;
    if (!page) return { kind: 'unavailable', reason: 'answered, but not like this release of the operator API' };
    onPage(page.data);
    cursor = page.next_cursor;
  }
  return undefined;
};
