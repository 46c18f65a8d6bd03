import { text } from '../text/index.js';

/** Instead of the page: the browser's session is of another account now, whose data would be shown as those of this one. */
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
