import { computed } from '@preact/signals';
import { session } from '../api/session.js';

/** Whether what is done here is nobody's dinner. */
export const isSandbox = computed(() => {
  const signedIn = session.value;
  return signedIn ? 'mode' in signedIn && signedIn.mode === 'sandbox' : false;
});
