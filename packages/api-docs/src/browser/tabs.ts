import { element } from './element.js';

/** The reader's language, on every page and at the next visit. */
const remembered = 'docs-language';

type Variant = { language: string; panel: HTMLElement; tab: HTMLButtonElement };

/** Turns each group of folded variants into tabs, which all follow the language that is chosen at one of them. */
export const makeTabs = (): void => {
  const groups = [...document.querySelectorAll<HTMLElement>('.variants')].map(toGroup);
  const choose = (language: string): void => {
    for (const group of groups) selectIn(group, language);
  };
  for (const group of groups) {
    for (const { language, tab } of group) {
      tab.addEventListener('click', () => {
        const before = tab.getBoundingClientRect().top;
        choose(language);
        remember(language);
        // Groups above may have become longer or shorter: what was clicked stays where it was.
        scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
      });
      tab.addEventListener('keydown', (event) => moveFocus(event, group, tab));
    }
  }
  const language = recall();
  for (const group of groups) selectIn(group, language ?? group[0]?.language ?? '');
};

const toGroup = (holder: HTMLElement, groupAt: number): Variant[] => {
  const tabs = element('div', { role: 'tablist', 'aria-label': 'Language' });
  const variants = [...holder.querySelectorAll('details')].map((folded, at) => {
    const id = `variant-${groupAt}-${at}`;
    const summary = folded.querySelector('summary');
    const tab = element('button', { type: 'button', role: 'tab', 'aria-controls': id }, summary?.textContent ?? '');
    summary?.remove();
    const panel = element('div', { id, role: 'tabpanel', 'aria-label': tab.textContent }, ...folded.childNodes);
    folded.replaceWith(panel);
    tabs.append(tab);
    return { language: folded.dataset['language'] ?? '', panel, tab };
  });
  holder.prepend(tabs);
  return variants;
};

/** A group that does not have the language stays as it is, or shows its first. */
const selectIn = (group: readonly Variant[], language: string): void => {
  const isKnown = group.some((variant) => variant.language === language);
  if (!isKnown && group.some(({ tab }) => tab.ariaSelected === 'true')) return;
  group.forEach((variant, at) => {
    const isChosen = isKnown ? variant.language === language : at === 0;
    variant.panel.hidden = !isChosen;
    variant.tab.ariaSelected = String(isChosen);
    variant.tab.tabIndex = isChosen ? 0 : -1;
  });
};

const moveFocus = (event: KeyboardEvent, group: readonly Variant[], tab: HTMLButtonElement): void => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = group.findIndex((variant) => variant.tab === tab);
  const next = group.at((at + step) % group.length)?.tab;
  next?.focus();
  next?.click();
};

/** A browser may refuse to keep anything. Then the choice holds for this page. */
const remember = (language: string): void => {
  try {
    localStorage.setItem(remembered, language);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
};

const recall = (): string | undefined => {
  try {
    return localStorage.getItem(remembered) ?? undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
};
