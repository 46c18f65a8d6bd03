import type { z } from 'zod';
import type { Reason } from '@delivery/contracts';
import type { deliveryCancelSchema } from './requests.js';

/** Their reasons are codes as ours are. `action` is what a courier should do after pickup, when nothing can be canceled here. */
export const toReason = ({ reason, message }: z.infer<typeof deliveryCancelSchema>): Reason =>
  message ? { code: reason, message } : { code: reason };
