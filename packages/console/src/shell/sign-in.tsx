import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { CallError } from '../api/request.js';
import { linkFailure, signIn, wasThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { Field } from '../ui/field.js';
import { ToneIcon } from '../ui/icons.js';
import { describeFailure } from '../ui/states.js';
import { app } from './app-definition.js';
import { Logo } from './logo.js';
import { Preferences } from './preferences.js';

export const SignIn = () => {
  const t = text().signIn;
  const typed = useMemo(
    () =>
      new Map(
        app()
          .credentials()
          .map(({ name }) => [name, signal('')]),
      ),
    [],
  );
  const isBusy = useSignal(false);
  const failure = useSignal<CallError | undefined>(undefined);
  const submit = async (): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await signIn(Object.fromEntries([...typed].map(([name, { value }]) => [name, value.trim()])));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <main class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value) void submit();
        }}
      >
        <Logo />
        <h1>{text().product}</h1>
        <p class="lead">{t.lead}</p>
        {wasThrownOut.value && (
          <p class="failure" role="status">
            <ToneIcon tone="warn" />
            {t.ended}
          </p>
        )}
        {linkFailure.value && (
          <p class="failure" role="alert">
            <ToneIcon tone="warn" />
            {linkFailure.value.status === 429 ? t.tooMany : app().linkFailed?.()}
          </p>
        )}
        {app().otherSignIn?.()}
        {app()
          .credentials()
          .map(({ name, ...field }) => {
            const value = typed.get(name);
            return value && <Field key={name} value={value} {...field} />;
          })}
        {failure.value && (
          <p class="failure" role="alert">
            <ToneIcon tone="bad" />
            {tellRefusal(failure.value)}
          </p>
        )}
        <button type="submit" class="primary wide" disabled={isBusy.value}>
          {isBusy.value ? t.busy : t.submit}
        </button>
      </form>
      <Preferences />
    </main>
  );
};

const tellRefusal = (error: CallError): string => {
  const t = text().signIn;
  if (error.status === 401) return t.refused;
  if (error.status === 429) return t.tooMany;
  if (error.status === 0 || error.status >= 502) return t.away;
  return describeFailure(error);
};
