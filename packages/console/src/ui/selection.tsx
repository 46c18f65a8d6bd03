import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { text } from '../text/index.js';
import { formatCount } from './format.js';
import type { Column } from './table.js';

export type Selection = {
  chosen: ReadonlySignal<ReadonlySet<string>>;
  /** Entries beyond the limit are not selected. */
  choose: (keys: readonly string[]) => void;
  drop: (keys: readonly string[]) => void;
};

export const createSelection = (chosenMax: number): Selection => {
  const chosen = signal<ReadonlySet<string>>(new Set());
  return {
    chosen,
    choose: (keys) => (chosen.value = new Set([...chosen.value, ...keys].slice(0, chosenMax))),
    drop: (keys) => (chosen.value = new Set([...chosen.value].filter((key) => !keys.includes(key)))),
  };
};

type Rows<T> = { keyOf: (row: T) => string; labelOf: (row: T) => string; canChoose: (row: T) => boolean };

/** A box before each row that can be chosen. */
export const selectionColumn = <T,>(selection: Selection, { keyOf, labelOf, canChoose }: Rows<T>): Column<T> => ({
  key: 'selection',
  header: text().selection.column,
  onPhone: 'first',
  cell: (row) =>
    canChoose(row) ? (
      <input
        type="checkbox"
        aria-label={labelOf(row)}
        checked={selection.chosen.value.has(keyOf(row))}
        onChange={({ currentTarget }) =>
          currentTarget.checked ? selection.choose([keyOf(row)]) : selection.drop([keyOf(row)])
        }
      />
    ) : (
      ''
    ),
});

type BarProps = {
  selection: Selection;
  shownKeys: readonly string[];
  action: string;
  onAct: () => void;
  /** Further actions, on more than is selected. */
  children: ComponentChildren;
};

/** A box that selects all shown entries, the number of selected ones, and the actions on them. */
export const SelectionBar = ({ selection, shownKeys, action, onAct, children }: BarProps) => {
  const t = text().selection;
  const { chosen, choose, drop } = selection;
  const count = chosen.value.size;
  const isAll = shownKeys.length > 0 && shownKeys.every((key) => chosen.value.has(key));
  return (
    <div class="selection-bar">
      <label class="choice">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            // Some of them: neither checked nor not.
            if (box) box.indeterminate = !isAll && count > 0;
          }}
          disabled={shownKeys.length === 0}
          onChange={({ currentTarget }) => (currentTarget.checked ? choose(shownKeys) : drop([...chosen.value]))}
        />
        {t.allShown}
      </label>
      <span class="quiet" role="status">
        {count > 0 && t.chosen(count, formatCount(count))}
      </span>
      <span class="row-actions">
        <button type="button" class={count > 0 ? 'primary' : undefined} disabled={count === 0} onClick={onAct}>
          {action}
        </button>
        {children}
      </span>
    </div>
  );
};
