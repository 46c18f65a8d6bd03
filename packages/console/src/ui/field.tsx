import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Fault } from './fault.js';

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
