import { useSignal } from '@preact/signals';
import type { AskForLink } from '@delivery/contracts';
import { language } from '../text/index.js';
import { Failure, useAttempt } from '../ui/attempt.js';
import { Field } from '../ui/fields.js';
import { ToneIcon } from '../ui/icons.js';
import { describeFailure } from '../ui/states.js';
import { changes } from './calls.js';
import { text } from './text/index.js';

/** The page that is wanted: the link in the mail leads there. */
const wantedPlace = (): Pick<AskForLink, 'place'> => {
  const place = /^#(\/[\w.?=&%:,+~-][\w./?=&%:,+~-]{0,198})$/.exec(location.hash)?.[1];
  return place === undefined ? {} : { place };
};

/** Has a sign-in link sent by mail. The answer is the same for every address. */
export const SendLink = () => {
  const { sendLink: t, contacts, signIn } = text();
  const email = useSignal('');
  const sentTo = useSignal<string | undefined>(undefined);
  const { isBusy, failure, run } = useAttempt();
  const send = async (): Promise<void> => {
    sentTo.value = undefined;
    const to = email.value.trim();
    await changes.askForLink({ email: to, language: language.value, ...wantedPlace() });
    sentTo.value = to;
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(send);
        }}
      >
        <Field type="email" label={contacts.email} hint={t.hint} value={email} maxLength={254} autoComplete="email" />
        {failure.value && (
          <Failure words={failure.value.status === 429 ? signIn.tooMany : describeFailure(failure.value)} />
        )}
        {sentTo.value !== undefined && (
          <p role="status">
            <ToneIcon tone="good" /> {t.sent(sentTo.value)}
          </p>
        )}
        <button type="submit" class="primary wide" disabled={isBusy.value}>
          {t.submit}
        </button>
      </form>
      <p class="quiet">{t.orToken}</p>
    </>
  );
};
