import { useId } from 'preact/hooks';
import { Fault } from './fields.js';

type SelectProps<T extends string> = {
  label: string;
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onChoose: (value: T) => void;
  /** Where it stands. */
  kind?: 'field' | 'filter' | 'filter in-use';
  fault?: string | undefined;
};

/** One of many values, named by a label. */
export const Select = <T extends string>({
  label,
  value,
  options,
  onChoose,
  kind = 'field',
  fault,
}: SelectProps<T>) => {
  const id = useId();
  return (
    <div class={kind}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        aria-invalid={fault === undefined ? undefined : true}
        onChange={({ currentTarget }) => {
          const [chosen] = options.find(([each]) => each === currentTarget.value) ?? [];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  );
};
