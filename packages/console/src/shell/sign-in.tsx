import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CallError } from '../api/request.js';
import { linkFailure, signIn, signInByLink, wasThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { Failure, useAttempt } from '../ui/attempt.js';
import { Field } from '../ui/fields.js';
import { Logo, ToneIcon } from '../ui/icons.js';
import { describeFailure } from '../ui/states.js';
import { app } from './app-definition.js';
import { Preferences } from './preferences.js';

export const SignIn = () => {
  const t = text().signIn;
  return (
    <main class="sign-in">
      <div class="card">
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
        <CredentialsForm />
      </div>
      <Preferences />
    </main>
  );
};

const CredentialsForm = () => {
  const t = text().signIn;
  const fields = app().credentials();
  const typed = useMemo(() => new Map(fields.map(({ name }) => [name, signal('')])), []);
  const { isBusy, failure, run } = useAttempt();
  const submit = () => signIn(Object.fromEntries([...typed].map(([name, { value }]) => [name, value.trim()])));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
    >
      {fields.map(({ name, ...field }) => {
        const value = typed.get(name);
        return value && <Field key={name} value={value} {...field} />;
      })}
      {failure.value && <Failure words={tellRefusal(failure.value)} />}
      <button type="submit" class="primary wide" disabled={isBusy.value}>
        {isBusy.value ? t.busy : t.submit}
      </button>
    </form>
  );
};

const tellRefusal = (error: CallError): string => {
  const t = text().signIn;
  if (error.status === 401) return t.refused;
  if (error.status === 429) return t.tooMany;
  if (error.status === 0 || error.status >= 502) return t.away;
  return describeFailure(error);
};

/** The page of a link in a mail. Mail scanners open links: only the button uses it. */
export const MailedLinkPage = ({ link, onDone }: { link: string; onDone: () => void }) => {
  const t = text().mailedLink;
  const { isBusy, failure, run } = useAttempt();
  const use = async (): Promise<void> => {
    await signInByLink(link);
    onDone();
  };
  return (
    <main class="sign-in">
      <div class="card">
        <Logo />
        <h1>{text().product}</h1>
        <p class="lead">{t.lead}</p>
        {failure.value && <Failure words={tellRefusal(failure.value)} />}
        <button type="button" class="primary wide" disabled={isBusy.value} onClick={() => void run(use)}>
          {isBusy.value ? text().signIn.busy : text().signIn.submit}
        </button>
      </div>
      <Preferences />
    </main>
  );
};

/**
 * Shown instead of the page: the browser's session is of another account now, whose data would be taken for this one's.
 */
export const OtherSignIn = () => {
  const t = text().otherSignIn;
  return (
    <main class="sign-in">
      <section class="card" role="alert">
        <h1>{t.title}</h1>
        <p class="lead">{t.text}</p>
        <button type="button" class="primary wide" onClick={() => location.reload()}>
          {t.go}
        </button>
      </section>
    </main>
  );
};

/** The secret of a portal link is in the fragment alone, which no server sees. */
const linkOf = (hash: string): string | undefined => /^#link=(.+)$/.exec(hash)?.[1];

/**
 * Takes it out of the address and of the browser's history, where a reload, a bookmark or a look over the shoulder
 * would find it.
 */
export const takeLink = (): string | undefined => {
  const link = linkOf(location.hash);
  if (link !== undefined) location.replace('#/');
  return link;
};

const mailedLinkPattern = /^#mailed-link=([\w-]+)(?:&place=([^&]*))?$/;

/**
 * The secret of a link in a mail, taken out of the address, which then names a page of the portal: behind `#` it leads
 * to no other site.
 */
export const takeMailedLink = (): string | undefined => {
  const [, link, place = ''] = mailedLinkPattern.exec(location.hash) ?? [];
  if (link !== undefined) location.replace(`#${parsePlace(place)}`);
  return link;
};

const parsePlace = (text: string): string => {
  try {
    const place = decodeURIComponent(text);
    return place.startsWith('/') ? place : '/';
  } catch {
    return '/';
  }
};

/** A link that is opened in a loaded page begins anew, as in a new page. */
export const restartAtLinks = (): void => {
  addEventListener('hashchange', () => {
    if (linkOf(location.hash) !== undefined || mailedLinkPattern.test(location.hash)) location.reload();
  });
};
