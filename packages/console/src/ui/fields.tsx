import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { ToneIcon } from './icons.js';

type FieldProps = {
  label: string;
  value: Signal<string>;
  hint?: string;
  type?: 'text' | 'email' | 'password' | 'datetime-local';
  autoComplete?: string;
  maxLength?: number;
  isRequired?: boolean;
  /** Its fault, shown instead of the hint. */
  fault?: string | undefined;
};

export const Field = ({
  label,
  value,
  hint,
  type = 'text',
  autoComplete = 'off',
  maxLength,
  isRequired = true,
  fault,
}: FieldProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Input
        type={type}
        id={id}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
        required={isRequired}
        autoComplete={autoComplete}
        maxLength={maxLength}
        aria-describedby={fault === undefined ? hint && `${id}-hint` : `${id}-fault`}
        aria-invalid={fault === undefined ? undefined : true}
        spellcheck={false}
      />
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
      {hint && fault === undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
};

type InputProps = Pick<Required<FieldProps>, 'type'> & {
  id: string;
  value: string;
  onInput: (event: { currentTarget: HTMLInputElement }) => void;
  required: boolean;
  autoComplete: string;
  maxLength: number | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  spellcheck: boolean;
};

/** Each kind by itself: which attributes an input may have goes by its type. */
const Input = ({ type, ...attributes }: InputProps) => {
  switch (type) {
    case 'text':
      return <input type="text" {...attributes} />;
    case 'email':
      return <input type="email" {...attributes} />;
    case 'password':
      return <input type="password" {...attributes} />;
    case 'datetime-local':
      return <input type="datetime-local" {...attributes} />;
  }
};

/** The fault of a typed or chosen value, beside it. */
export const Fault = ({ id, children }: { id: string; children: string }) => (
  <p class="fault" id={id}>
    <ToneIcon tone="bad" />
    {children}
  </p>
);

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

const drafts = new Map<string, Signal<string>>();

/** A draft of typed text, under a name. It outlives its form: a session may end, or the page may be left by mistake. */
export const draft = (name: string, initial = ''): Signal<string> => {
  const known = drafts.get(name);
  if (known) return known;
  const begun = signal(initial);
  drafts.set(name, begun);
  return begun;
};

/** It was sent. */
export const discardDraft = (name: string): void => {
  drafts.delete(name);
};
