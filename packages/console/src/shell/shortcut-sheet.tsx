import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/index.js';
import { Choice } from '../ui/choices.js';
import { areShortcutsOn, isSheetOpen, listShortcuts, switchShortcuts } from './shortcuts.js';

/** What single keys do, and whether they do. */
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
