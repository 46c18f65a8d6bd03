import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Fault } from './fault.js';

type ChoicesProps = { legend: string; hint?: string; fault?: string | undefined; children: ComponentChildren };

/** Ticks, or one of several, under one name. */
export const Choices = ({ legend, hint, fault, children }: ChoicesProps) => {
  const id = useId();
  return (
    <fieldset
      class={fault === undefined ? undefined : 'faulty'}
      aria-describedby={fault === undefined ? undefined : id}
    >
      <legend>{legend}</legend>
      {children}
      {fault !== undefined && <Fault id={id}>{fault}</Fault>}
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  );
};

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

type OneOfProps<T extends string> = Pick<ChoicesProps, 'legend' | 'fault'> & {
  words: Readonly<Record<T, string>>;
  all: readonly T[];
  chosen: Signal<T>;
};

export const OneOf = <T extends string>({ legend, fault, words, all, chosen }: OneOfProps<T>) => {
  const name = useId();
  return (
    <Choices legend={legend} fault={fault}>
      {all.map((one) => (
        <Choice
          key={one}
          type="radio"
          name={name}
          isChosen={chosen.value === one}
          onChoose={() => (chosen.value = one)}
        >
          {words[one]}
        </Choice>
      ))}
    </Choices>
  );
};
