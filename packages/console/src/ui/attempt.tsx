import { useSignal } from '@preact/signals';
import { CallError } from '../api/request.js';
import { ToneIcon } from './icons.js';

/** Runs one attempt at a time, and keeps the reason why the last one failed. */
export const useAttempt = () => {
  const isBusy = useSignal(false);
  const failure = useSignal<CallError | undefined>(undefined);
  const run = async (attempt: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    failure.value = undefined;
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, failure, run };
};

/** Why something failed, announced to screen readers. */
export const Failure = ({ words }: { words: string }) => (
  <p class="failure" role="alert">
    <ToneIcon tone="bad" />
    {words}
  </p>
);
