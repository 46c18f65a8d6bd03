/**
 * While replicas are replaced, a page may come from a new one and its script be asked of an old one, which answers 404.
 * Such a file is asked for again, each second, as another replica may answer; after ten tries the page says what to do.
 * The name of this file has no hash: every release has it.
 */
const triesMax = 10;
const waitMs = 1_000;

const sentences = {
  en: 'This page is being updated. Reload it in a minute.',
  pt: 'Esta página está sendo atualizada. Recarregue em um minuto.',
  es: 'Esta página se está actualizando. Vuelve a cargarla en un minuto.',
};

// Only addresses that this page has itself go through it.
const policy = globalThis.trustedTypes?.createPolicy('load-again', { createScriptURL: (url) => url });

const loadAgain = (address, isScript) => {
  const file = document.createElement(isScript ? 'script' : 'link');
  if (isScript) Object.assign(file, { type: 'module', src: policy?.createScriptURL(address) ?? address });
  else Object.assign(file, { rel: 'stylesheet', href: address });
  document.head.append(file);
};

const say = () => {
  const language = navigator.language.slice(0, 2);
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.lang = language in sentences ? language : 'en';
  sentence.textContent = sentences[sentence.lang];
  document.body.prepend(sentence);
};

addEventListener(
  'error',
  ({ target }) => {
    const isScript = target instanceof HTMLScriptElement;
    if (!isScript && !(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
    const url = new URL(isScript ? target.src : target.href);
    const tries = Number(url.searchParams.get('try') ?? 0) + 1;
    if (tries > triesMax) return say();
    url.searchParams.set('try', String(tries));
    setTimeout(() => loadAgain(url.href, isScript), waitMs);
  },
  // A file's fault does not bubble.
  true,
);
