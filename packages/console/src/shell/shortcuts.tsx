import { signal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { remember, remembered } from '../browser/remembered.js';
import { text } from '../text/index.js';
import { Choice } from '../ui/fields.js';
import { app } from './app-definition.js';
import { hrefTo } from './router.js';
import { type Begun, type Keys, takeKey } from './rules/navigation.js';

/** Whether single keys act. Users who speak to the browser, or hit keys by mistake, turn them off (WCAG 2.1.4). */
export const areShortcutsOn = signal(remembered('shortcut') !== 'off');

const switchShortcuts = (isOn: boolean): void => {
  areShortcutsOn.value = isOn;
  remember('shortcut', isOn ? 'on' : 'off');
};

/** Whether the list of shortcuts is shown. */
const isSheetOpen = signal(false);

export const openSheet = (): void => {
  isSheetOpen.value = true;
};

/** Without `run` the browser does it by itself. */
type Shortcut = { keys: Keys; does: string; run?: () => void };

/** All there are, as the list shows them. */
const listShortcuts = (): Shortcut[] => {
  const t = text().shortcuts;
  return [
    { keys: ['?'], does: t.show, run: openSheet },
    { keys: ['/'], does: t.search, run: () => document.querySelector<HTMLElement>('[type=search]')?.focus() },
    { keys: ['j'], does: t.next, run: () => moveRow(1) },
    { keys: ['k'], does: t.previous, run: () => moveRow(-1) },
    { keys: ['Enter'], does: t.open },
    ...app().places.map(({ segment, key, name }) => ({
      keys: ['g', key] as const,
      does: t.goTo(name()),
      run: () => {
        location.hash = hrefTo([segment]);
      },
    })),
  ];
};

/** The focus goes to the link of the next row that has one: Enter then opens it, and assistive technology reads it. */
const moveRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll('#content tbody tr')].filter((row) => row.querySelector('a[href]'));
  // Beside an open drawer, which has the focus, the keys go on from its row.
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const current = focused === -1 ? rows.findIndex((row) => row.querySelector('[aria-current]')) : focused;
  const next = current === -1 ? rows.find(isBelowTop) : rows[current + step];
  next?.querySelector<HTMLElement>('a[href]')?.focus();
};

const isBelowTop = (row: Element): boolean => row.getBoundingClientRect().top >= 0;

/** As long as the component is shown. Keys do nothing of their own where something is typed, and in a dialog. */
export const useShortcuts = (): void => {
  useLayoutEffect(() => {
    let begun: Begun;
    const onKey = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (!areShortcutsOn.value || !isPlain || isTyping(event.target)) return;
      const runnable = listShortcuts().filter(({ run }) => run);
      const taken = takeKey(runnable, begun, { key: event.key, atMs: event.timeStamp });
      begun = taken.begun;
      if (!taken.shortcut) return;
      event.preventDefault();
      taken.shortcut.run?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
};

const typedIn = 'input:not([type=checkbox], [type=radio]), textarea, select, dialog';

const isTyping = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(typedIn) !== null);

/** The list of single keys, and the switch that turns them off. */
export const ShortcutSheet = () => (isSheetOpen.value ? <Sheet /> : null);

const Sheet = () => {
  const t = text().shortcuts;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => (isSheetOpen.value = false)}>
      <form method="dialog">
        <h2 id={id}>{t.title}</h2>
        <dl class="shortcuts">
          {listShortcuts().map(({ keys, does }) => (
            <div key={keys.join()}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Choice type="checkbox" isChosen={areShortcutsOn.value} onChoose={switchShortcuts}>
          {t.on}
        </Choice>
        <div class="buttons">
          <button type="submit" class="primary" autoFocus>
            {t.close}
          </button>
        </div>
      </form>
    </dialog>
  );
};
