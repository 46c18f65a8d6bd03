import { effect, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { configureApi, isAway } from '../api/request.js';
import { isReplaced, resumeSession, session, signInByLink } from '../api/session.js';
import { configureTexts, type Language, language, text } from '../text/index.js';
import { Loading } from '../ui/states.js';
import { app, type AppDefinition, configureApp } from './app-definition.js';
import { Shell } from './shell.js';
import { MailedLinkPage, OtherSignIn, restartAtLinks, SignIn, takeLink, takeMailedLink } from './sign-in.js';

export const startPage = (definition: AppDefinition): void => {
  configureApi(definition.apiBase);
  configureApp(definition);
  const root = document.getElementById('app');
  if (root) void configureTexts(definition.texts).then(() => render(<App />, root));
};

const htmlLanguages: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR', es: 'es' };

effect(() => {
  document.documentElement.lang = htmlLanguages[language.value];
});

const retryMs = 2_000;

const App = () => {
  const mailedLink = useSignal(useMemo(() => (app().linkFailed ? takeMailedLink() : undefined), []));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const link = app().linkFailed ? takeLink() : undefined;
    const resume = (): void => {
      (link === undefined ? resumeSession() : signInByLink(link)).catch(() => (timer = setTimeout(resume, retryMs)));
    };
    resume();
    if (app().linkFailed) restartAtLinks();
    return () => clearTimeout(timer);
  }, []);
  if (isReplaced.value) return <OtherSignIn />;
  if (mailedLink.value !== undefined)
    return <MailedLinkPage link={mailedLink.value} onDone={() => (mailedLink.value = undefined)} />;
  if (session.value) return <Shell />;
  if (session.value === null) return <SignIn />;
  // As the page's HTML has it, so that nothing moves when this script begins.
  return (
    <main class="sign-in">
      <h1>{text().product}</h1>
      {isAway.value ? <p role="alert">{text().unreachable}</p> : <Loading />}
    </main>
  );
};
