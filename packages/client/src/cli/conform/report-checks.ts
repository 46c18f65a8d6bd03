import type { CommandInput, ExitCode } from '../command.js';
import type { Check } from './check.js';
import { type CheckResult, printResult, printTotal, runChecks, toJson } from './run-checks.js';

export type Checked<Place> = {
  /** `receiver http://localhost:3000/hooks` */
  head: string;
  url: string;
  checks: readonly Check<Place>[];
  place: Place;
  /** @throws CannotRunError if the others cannot be made */
  onFirst?: (result: CheckResult) => void;
};

/** Makes the checks, and prints each result at once, or all as JSON. */
export const reportChecks = async <Place>(
  { terminal, signal, isOn }: CommandInput,
  { head, url, checks, place, onFirst }: Checked<Place>,
): Promise<ExitCode> => {
  const isJson = isOn('json');
  const results: CheckResult[] = [];
  if (!isJson) terminal.print(`${head}\n`);
  for await (const result of runChecks(checks, place)) {
    signal.throwIfAborted();
    if (results.length === 0) onFirst?.(result);
    results.push(result);
    if (!isJson) printResult(terminal, result, { isVerbose: isOn('verbose') });
  }
  if (isJson) terminal.print(JSON.stringify(toJson(url, results), null, 2));
  else printTotal(terminal, results);
  return isConform(results, isOn('strict')) ? 0 : 1;
};

const isConform = (results: readonly CheckResult[], isStrict: boolean): boolean =>
  results.every(({ outcome }) => ['passed', 'unused'].includes(outcome) || (outcome === 'unseen' && !isStrict));
