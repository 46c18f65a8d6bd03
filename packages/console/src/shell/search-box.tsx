import { text } from '../text/index.js';
import { draft } from '../ui/draft.js';
import { Icon } from '../ui/icons.js';
import { hrefTo } from './router.js';
import { queryOf } from './rules/query-of.js';
import { areShortcutsOn } from './shortcuts.js';

/** A link may be pasted. */
const typedMax = 2_048;

export const SearchBox = () => {
  const t = text().search;
  const q = draft('search');
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        location.hash = hrefTo(['search'], { q: queryOf(q.value.trim()) });
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={t.label}
        aria-keyshortcuts={areShortcutsOn.value ? '/' : undefined}
        placeholder={t.placeholder}
        maxLength={typedMax}
        autoComplete="off"
        spellcheck={false}
        value={q.value}
        onInput={(event) => (q.value = event.currentTarget.value)}
      />
    </form>
  );
};
