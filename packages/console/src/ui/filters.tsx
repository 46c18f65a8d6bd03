import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { text } from '../text/index.js';
import { Select } from './select.js';
import { toLocalInput, toUtc } from './zone.js';

type FiltersProps = { label: string; choices: readonly { label: string; href: string; isChosen: boolean }[] };

/** A few views of one thing: links, so that each has an address and the browser's history goes back through them. */
export const Filters = ({ label, choices }: FiltersProps) => (
  <nav class="filters" aria-label={label}>
    {choices.map((choice) => (
      <a key={choice.href} href={choice.href} aria-current={choice.isChosen ? 'true' : undefined}>
        {choice.label}
      </a>
    ))}
  </nav>
);

/** One filter of a list. Each choice has an address; the first one does not filter. */
export const FilterSelect = ({ label, choices }: FiltersProps) => (
  <Select
    kind={choices[0]?.isChosen ? 'filter' : 'filter in-use'}
    label={label}
    value={choices.find(({ isChosen }) => isChosen)?.href ?? ''}
    options={choices.map((choice) => [choice.href, choice.label])}
    onChoose={(href) => (location.hash = href)}
  />
);

type Time = Partial<Record<'span' | 'since' | 'until', string | undefined>>;

const spans = ['hour', 'day', 'week'] as const;
const hourMs = 3_600_000;

type TimeFilterProps = { label: string; chosen: Time; hrefWith: (time: Time) => string };

/** A span up to now, or a range: both are in the address. */
export const TimeFilter = ({ label, chosen: { span, since, until }, hrefWith }: TimeFilterProps) => {
  const t = text();
  const isRange = since !== undefined || until !== undefined;
  const none = { span: undefined, since: undefined, until: undefined };
  const anHourAgo = new Date(Date.now() - hourMs).toISOString().slice(0, 16);
  return (
    <>
      <FilterSelect
        label={label}
        choices={[
          { label: t.timeFilter.any, href: hrefWith(none), isChosen: span === undefined && !isRange },
          ...spans.map((each) => ({
            label: t.timeFilter[each],
            href: hrefWith({ ...none, span: each }),
            isChosen: span === each,
          })),
          {
            label: t.timeFilter.range,
            href: hrefWith({ ...none, since: since ?? `${anHourAgo}Z`, until }),
            isChosen: isRange,
          },
        ]}
      />
      {isRange && (
        <>
          <RangeEnd label={t.replays.since} at={since} hrefOf={(at) => hrefWith({ ...none, since: at, until })} />
          <RangeEnd label={t.replays.until} at={until} hrefOf={(at) => hrefWith({ ...none, since, until: at })} />
        </>
      )}
    </>
  );
};

type RangeEndProps = { label: string; at: string | undefined; hrefOf: (at: string | undefined) => string };

const RangeEnd = ({ label, at = '', hrefOf }: RangeEndProps) => {
  const id = useId();
  const atMs = Date.parse(at);
  return (
    <div class="filter in-use">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={Number.isNaN(atMs) ? '' : toLocalInput(atMs)}
        onChange={({ currentTarget: { value } }) => (location.hash = hrefOf(value === '' ? undefined : toUtc(value)))}
      />
    </div>
  );
};

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
