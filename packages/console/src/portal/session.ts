import { computed } from '@preact/signals';
import { session } from '../api/session.js';

/** Whether the person may go on to other merchants of its platform. */
export const maySwitch = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'may_switch' in signedIn && signedIn.may_switch : false;
});

/** Whether the signed-in merchant is a sandbox, whose orders are not real. */
export const isSandbox = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'mode' in signedIn && signedIn.mode === 'sandbox' : false;
});
