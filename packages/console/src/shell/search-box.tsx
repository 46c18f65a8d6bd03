import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/index.js';
import { draft } from '../ui/draft.js';
import { Icon } from '../ui/icons.js';
import { hrefTo } from './router.js';
import { isShortcutOn } from './shortcut.js';

const queryLengthMax = 128;

/** `/` goes to it from anywhere but where something is typed, unless that is turned off. */
export const SearchBox = () => {
  const t = text().search;
  const box = useRef<HTMLInputElement>(null);
  const q = draft('search');
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        !isShortcutOn.value ||
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        location.hash = hrefTo(['search'], { q: q.value.trim() });
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        ref={box}
        aria-label={t.label}
        aria-keyshortcuts={isShortcutOn.value ? '/' : undefined}
        placeholder={t.placeholder}
        maxLength={queryLengthMax}
        autoComplete="off"
        spellcheck={false}
        value={q.value}
        onInput={(event) => {
          q.value = event.currentTarget.value;
        }}
      />
    </form>
  );
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
