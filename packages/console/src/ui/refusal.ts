import { useSignal } from '@preact/signals';
import type { CallError } from '../api/request.js';
import { describeFault, describeProblem } from './states.js';

/** In words, by the field that each stands beside. */
type Faults = Readonly<Record<string, string>>;

type RefusalOptions = {
  /** The typed values. */
  read: () => unknown;
  /** The field that a pointer of the service leads to. */
  fieldAt: (pointer: string) => string | undefined;
  /** The field of a problem that points to none. */
  fieldOf: Readonly<Record<string, string>>;
};

type Refusal = {
  /** Until something else is typed. */
  faults: () => Faults;
  /** Whether the refusal is about fields, which then show it. */
  explain: (error: CallError) => boolean;
};

/** A form's fields with the faults that the service finds. */
export const useRefusal = ({ read, ...fields }: RefusalOptions): Refusal => {
  const refused = useSignal<{ typed: string; faults: Faults } | undefined>(undefined);
  return {
    faults: () => (refused.value?.typed === JSON.stringify(read()) ? refused.value.faults : {}),
    explain: (error) => {
      const faults = faultsOf(error, fields);
      refused.value = { typed: JSON.stringify(read()), faults };
      return Object.keys(faults).length > 0;
    },
  };
};

const faultsOf = ({ problem }: CallError, { fieldAt, fieldOf }: Omit<RefusalOptions, 'read'>): Faults => {
  if (!problem) return {};
  const faults = problem.errors ?? [];
  const field = faults.length === 0 ? fieldOf[problem.code] : undefined;
  if (field !== undefined) return { [field]: describeProblem(problem) };
  const known = faults.flatMap((fault) => {
    const at = fieldAt(fault.pointer);
    return at === undefined ? [] : [[at, describeFault(fault)] as const];
  });
  // A fault without a field here is shown for the whole form.
  return known.length === faults.length ? Object.fromEntries(known) : {};
};
