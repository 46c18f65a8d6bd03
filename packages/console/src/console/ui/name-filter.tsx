import { useSignal } from '@preact/signals';
import { text } from '../text/index.js';

const queryLengthMax = 128;

type NameFilterProps = { q: string | undefined; narrow: (q: string) => void };

/** Narrows a list of merchants by name or reference. */
export const NameFilter = ({ q, narrow }: NameFilterProps) => {
  const t = text().usage;
  const typed = useSignal(q ?? '');
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        narrow(typed.value.trim());
      }}
    >
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        maxLength={queryLengthMax}
        autoComplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit">{t.find}</button>
    </form>
  );
};
