import { useSignal } from '@preact/signals';
import { text } from '../text/index.js';

const queryLengthMax = 128;

type NameFilterProps = {
  q?: string | undefined;
  words?: { label: string; submit: string };
  narrow: (q: string) => void;
};

/** Narrows a list: of merchants by name or reference, where `words` say nothing else. */
export const NameFilter = ({ q, words, narrow }: NameFilterProps) => {
  const { search, find } = text().usage;
  const { label, submit } = words ?? { label: search, submit: find };
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
        aria-label={label}
        placeholder={label}
        maxLength={queryLengthMax}
        autoComplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit">{submit}</button>
    </form>
  );
};
