import { useSignal } from '@preact/signals';

const queryLengthMax = 128;

type NameFilterProps = {
  q?: string | undefined;
  words: { label: string; submit: string };
  narrow: (q: string) => void;
};

/** Narrows a list by what is typed. */
export const NameFilter = ({ q, words: { label, submit }, narrow }: NameFilterProps) => {
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
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <button type="submit">{submit}</button>
    </form>
  );
};
