import type { ComponentChildren } from 'preact';

/** Ticks, or one of several, under one name. */
export const Choices = ({ legend, hint, children }: { legend: string; hint?: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{legend}</legend>
    {children}
    {hint && <p class="hint">{hint}</p>}
  </fieldset>
);

type ChoiceProps = {
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  children: ComponentChildren;
} & ({ type: 'checkbox' } | { type: 'radio'; name: string });

export const Choice = ({ isChosen, onChoose, children, ...kind }: ChoiceProps) => (
  <label class="choice">
    {kind.type === 'checkbox' ? (
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
    ) : (
      <input
        type="radio"
        name={kind.name}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    )}
    <span>{children}</span>
  </label>
);
