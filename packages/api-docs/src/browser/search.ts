import { element } from './element.js';
import { excerptOf } from './excerpt.js';
import type { Found, Search } from './search-index.js';

const resultMax = 12;

/** A field behind a button and behind `/`: type, choose with the arrows, go with Enter. */
export const addSearch = (): void => {
  const button = element('button', { type: 'button', class: 'search' }, 'Search', element('kbd', {}, '/'));
  document.querySelector('header .raw')?.before(button);
  const open = createDialog();
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    open();
  });
};

const createDialog = (): (() => void) => {
  const input = element('input', {
    type: 'search',
    role: 'combobox',
    placeholder: 'Search guide and API',
    'aria-label': 'Search guide and API',
    'aria-expanded': 'true',
    'aria-controls': 'search-results',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const results = element('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Found' });
  const note = element('p', { role: 'status' });
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, input, note, results);
  document.body.append(dialog);
  let search: Promise<Search> | undefined;
  const show = async (): Promise<void> => {
    const words = input.value;
    try {
      search ??= load();
      const found = (await search)(words).slice(0, resultMax);
      // Typed on meanwhile: what came for the words before is not shown.
      if (input.value !== words) return;
      results.replaceChildren(...found.map((one, at) => renderResult(one, at)));
      note.textContent = words.trim() === '' ? 'A status, a header, an error code, a call …' : countOf(found.length);
    } catch (error) {
      search = undefined;
      note.textContent = `The search could not be loaded: ${String(error)}`;
    }
    select(results, input, 0);
  };
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    // Else the first one would only empty the field.
    if (event.key === 'Escape') dialog.close();
    else onKey(event, results, input);
  });
  results.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    void show();
  };
};

/** Not before somebody searches: what is needed for it is larger than the page. */
const load = async (): Promise<Search> => (await import('./search-index.js')).loadIndex();

const countOf = (count: number): string => (count === 0 ? 'Nothing found' : count === 1 ? '1 found' : `${count} found`);

const renderResult = ({ title, place, text, href, terms }: Found, at: number): HTMLAnchorElement =>
  element(
    'a',
    { role: 'option', id: `search-result-${at}`, href: new URL(href, import.meta.url).href, tabindex: '-1' },
    element('span', { class: 'place' }, place),
    element('strong', {}, title),
    element(
      'span',
      { class: 'excerpt' },
      ...excerptOf(text, terms).map(({ isTerm, text: part }) => (isTerm ? element('mark', {}, part) : part)),
    ),
  );

const onKey = (event: KeyboardEvent, results: HTMLElement, input: HTMLInputElement): void => {
  const all = [...results.querySelectorAll('a')];
  const at = all.findIndex(({ ariaSelected }) => ariaSelected === 'true');
  if (event.key === 'Enter') {
    event.preventDefault();
    all[at]?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || all.length === 0) return;
  event.preventDefault();
  select(results, input, (at + step + all.length) % all.length);
};

const select = (results: HTMLElement, input: HTMLInputElement, chosen: number): void => {
  [...results.children].forEach((result, at) => (result.ariaSelected = String(at === chosen)));
  const result = results.children[chosen];
  if (result) input.setAttribute('aria-activedescendant', result.id);
  else input.removeAttribute('aria-activedescendant');
  result?.scrollIntoView({ block: 'nearest' });
};
