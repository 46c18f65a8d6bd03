import { findSections, type Section } from './find-sections.js';

const shownMs = 2000;

const english = {
  copy: 'Copy',
  copied: 'Copied',
  refused: 'Not allowed',
  search: 'Search this page',
  found: 'Sections',
  slash: '/ leads to the search',
};
const words =
  new Map([
    [
      'pt-BR',
      {
        copy: 'Copiar',
        copied: 'Copiado',
        refused: 'Não permitido',
        search: 'Buscar nesta página',
        found: 'Seções',
        slash: '/ leva à busca',
      },
    ],
  ]).get(document.documentElement.lang) ?? english;

/** A heading of the contents, and what is below it until the next one. */
const readSections = (): Section[] => {
  const sections: Section[] = [];
  for (const element of document.querySelectorAll('main > *')) {
    const text = element.textContent.trim().replaceAll(/\s+/g, ' ');
    const section = sections.at(-1);
    if (element.matches('h2, h3')) sections.push({ id: element.id, title: text, text: '' });
    else if (section) section.text += ` ${text}`;
  }
  return sections.map((section) => ({ ...section, text: section.text.trim() }));
};

/**
 * The choice that the portal keeps of this browser, too: who speaks to it, or hits keys by mistake, turns single keys
 * off (WCAG 2.1.4).
 */
const shortcut = 'delivery-console.shortcut';

const areKeysOn = (): boolean => {
  try {
    return localStorage.getItem(shortcut) !== 'off';
  } catch {
    return true;
  }
};

const switchKeys = (isOn: boolean): void => {
  try {
    localStorage.setItem(shortcut, isOn ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

/** A field above the contents that narrows them to the sections with its words. Enter leads to the first section. */
const addSearch = (contents: Element, sections: readonly Section[]): void => {
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = words.search;
  field.ariaLabel = words.search;
  const status = document.createElement('p');
  status.role = 'status';
  const form = document.createElement('form');
  form.role = 'search';
  form.append(field, addKeySwitch(field), status);
  contents.prepend(form);

  const links = [...contents.querySelectorAll('a')];
  const narrow = (): void => {
    const query = field.value.trim();
    const found = findSections(sections, query);
    for (const link of links) {
      const excerpt = found.get(decodeURIComponent(link.hash.slice(1)));
      link.querySelector('small')?.remove();
      if (link.parentElement) link.parentElement.hidden = excerpt === undefined;
      if (query === '' || excerpt === undefined) continue;
      const small = document.createElement('small');
      small.textContent = excerpt;
      link.append(small);
    }
    status.textContent = query === '' ? '' : `${words.found}: ${found.size}`;
  };
  field.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    links.find(({ parentElement }) => parentElement?.hidden === false)?.click();
  });
};

/** `/` leads to the field while it is ticked. */
const addKeySwitch = (field: HTMLInputElement): Element => {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = areKeysOn();
  const show = (): void => {
    if (box.checked) field.setAttribute('aria-keyshortcuts', '/');
    else field.removeAttribute('aria-keyshortcuts');
  };
  box.addEventListener('change', () => {
    switchKeys(box.checked);
    show();
  });
  document.addEventListener('keydown', (event) => {
    if (!box.checked || event.key !== '/' || event.target === field) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  show();
  const label = document.createElement('label');
  label.append(box, words.slash);
  return label;
};

/** The origin that guides print: a service on the reader's own machine. */
const printedOrigin = 'http://127.0.0.1:8080';

/** Sends the commands of a block to the service that serves this page, so that they work as they are copied. */
const useOwnOrigin = (block: HTMLPreElement): void => {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replaceAll(printedOrigin, location.origin) ?? null;
};

/**
 * A button at each block of code, if the browser allows pages to write to the clipboard: over https and on localhost.
 */
const addCopyButton = (block: HTMLPreElement): void => {
  const button = document.createElement('button');
  button.textContent = words.copy;
  button.ariaLive = 'polite';
  const show = (text: string): void => {
    button.textContent = text;
    setTimeout(() => (button.textContent = words.copy), shownMs);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.textContent).then(
      () => show(words.copied),
      () => show(words.refused),
    );
  });
  block.before(button);
};

const contents = document.querySelector('.contents');
if (contents) addSearch(contents, readSections());
document.querySelectorAll('pre').forEach(useOwnOrigin);
if (isSecureContext) document.querySelectorAll('pre').forEach(addCopyButton);
