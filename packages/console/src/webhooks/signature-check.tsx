import { useSignal } from '@preact/signals';
import type { SentRequest } from '@delivery/contracts';
import { text } from '../text/index.js';
import { Field } from '../ui/fields.js';
import { ToneIcon } from '../ui/icons.js';
import { type SignatureVerdict, verifySignature } from './rules/verify-signature.js';

/** Checks a request with a secret that is pasted here, in the page itself: it is neither sent nor kept. */
export const SignatureCheck = ({ attempt, body }: { attempt: SentRequest; body: string }) => {
  const t = text().requests;
  const secret = useSignal('');
  const verdict = useSignal<SignatureVerdict | undefined>(undefined);
  const check = async (): Promise<void> => {
    verdict.value = await verifySignature(globalThis.crypto.subtle, secret.value, { headers: attempt.headers, body });
  };
  return (
    <form
      class="signature-check"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <h3>{t.check}</h3>
      <Field label={t.secret} hint={t.secretHint} type="password" autoComplete="off" value={secret} />
      <div class="buttons">
        <button type="submit">{t.checkNow}</button>
      </div>
      <div role="status">
        {verdict.value && (
          <p class="failure">
            <ToneIcon tone={verdict.value === 'valid' ? 'good' : 'bad'} />
            {t.verdict[verdict.value]}
          </p>
        )}
      </div>
    </form>
  );
};
