import { useSignal } from '@preact/signals';
import { text } from '../text/index.js';

type FiltersProps = {
  label: string;
  choices: readonly { label: string; href: string; isChosen: boolean }[];
  /** Many: on a phone only the chosen one is there until others are asked for. */
  areMany?: boolean;
};

/** Ways to narrow a list: links, so that each has an address and the browser's history goes back through them. */
export const Filters = ({ label, choices, areMany = false }: FiltersProps) => {
  const isOpen = useSignal(false);
  return (
    <nav class={areMany && !isOpen.value ? 'filters folded' : 'filters'} aria-label={label}>
      {choices.map((choice) => (
        <a
          key={choice.href}
          href={choice.href}
          aria-current={choice.isChosen ? 'true' : undefined}
          onClick={() => (isOpen.value = false)}
        >
          {choice.label}
        </a>
      ))}
      {areMany && <FiltersButton isOpen={isOpen.value} onSwitch={(open) => (isOpen.value = open)} />}
    </nav>
  );
};

/** On phones alone. */
export const FiltersButton = ({ isOpen, onSwitch }: { isOpen: boolean; onSwitch: (isOpen: boolean) => void }) => (
  <button type="button" class="more-filters" aria-expanded={isOpen} onClick={() => onSwitch(!isOpen)}>
    {text().deliveries.filters}
  </button>
);

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
