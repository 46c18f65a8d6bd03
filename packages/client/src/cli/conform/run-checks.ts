import { hang, type Style, type Terminal, toPrintable } from '../output.js';
import type { Check, CheckText, Observation } from './check.js';
import { gap, outOfOrder, repeat } from './checks/order-checks.js';
import { badSignature, goodSignature, rotation, staleTimestamp } from './checks/signature-checks.js';
import { bigHeaders, createSlowAnswer, unknownEvent, unknownField } from './checks/tolerance-checks.js';
import { createAbortMessage, createDisable } from './checks/word-checks.js';

export type CheckResult = {
  check: CheckText;
  /**
   * `unseen`: nothing speaks against it, and not all of it can be seen from outside. `not_run`: the first check was not
   * passed, and the others would fail for that alone. `unused`: optional, and not asked for.
   */
  outcome: 'passed' | 'failed' | 'unseen' | 'not_run' | 'unused';
  observations: readonly Observation[];
};

export type CheckOptions = {
  answerWithinSeconds: number;
  unwantedId: string | undefined;
  retiredUrl: string | undefined;
};

export const createChecks = ({ answerWithinSeconds, unwantedId, retiredUrl }: CheckOptions): readonly Check[] => [
  goodSignature,
  badSignature,
  staleTimestamp,
  repeat,
  outOfOrder,
  gap,
  rotation,
  createSlowAnswer(answerWithinSeconds),
  bigHeaders,
  unknownEvent,
  unknownField,
  createAbortMessage(unwantedId),
  createDisable(retiredUrl),
];

/** Runs the checks one after the other, each with its own orders; yields each result at once. */
export const runChecks = async function* <Place>(
  checks: readonly Check<Place>[],
  place: Place,
): AsyncGenerator<CheckResult> {
  let isWorking = true;
  for (const [index, check] of checks.entries()) {
    const observations: Observation[] = isWorking ? await check.observe(place) : [];
    yield { check, outcome: judge(check, observations), observations };
    if (index === 0) isWorking = observations.some(({ verdict }) => verdict === 'as_wanted');
  }
};

const judge = ({ unused }: CheckText, observations: readonly Observation[]): CheckResult['outcome'] => {
  if (unused !== undefined) return 'unused';
  if (observations.length === 0) return 'not_run';
  const verdicts = observations.map(({ verdict }) => verdict);
  if (verdicts.includes('otherwise')) return 'failed';
  return verdicts.includes('unseen') ? 'unseen' : 'passed';
};

type Outcome = CheckResult['outcome'];

const marks: Record<Outcome, readonly [mark: string, style: Style]> = {
  passed: ['ok', 'good'],
  failed: ['FAILED', 'bad'],
  unseen: ['unseen', 'unsure'],
  not_run: ['not run', 'unsure'],
  unused: ['unused', 'faint'],
};
const markWidth = 9;
const titleWidth = 17;
/** Beyond it a line is hard to read, however wide the terminal is. */
const textWidthMax = 110;

/** One line for a pass; for other results also the answer, why it matters and how to fix it. */
export const printResult = (
  terminal: Terminal,
  { check, outcome, observations }: CheckResult,
  { isVerbose }: { isVerbose: boolean },
): void => {
  const width = Math.min(terminal.width, textWidthMax);
  const [mark, style] = marks[outcome];
  const [markCell, titleCell] = [mark.padEnd(markWidth), check.title.padEnd(titleWidth)];
  const label = markCell + titleCell;
  const summary = hang(label, summarize(check, outcome, observations), { indent: 0, width });
  const paintLabel = terminal.paint(style, markCell) + terminal.paint('strong', titleCell);
  for (const line of summary) terminal.print(line.startsWith(label) ? paintLabel + line.slice(label.length) : line);
  const hangBelow = (name: string, text: string) => hang(name.padEnd(6), text, { indent: markWidth, width });
  const printFaint = (name: string, text: string) => {
    for (const line of hangBelow(name, text)) terminal.print(terminal.paint('faint', line));
  };
  const isToMend = outcome === 'failed' || outcome === 'unseen';
  if (isVerbose) for (const { sent, came } of observations) printFaint('sent', `${sent}: ${toPrintable(came)}`);
  if (isVerbose || isToMend) printFaint('why', check.why);
  if (isToMend) for (const line of hangBelow('mend', check.mend)) terminal.print(line);
};

const summarize = ({ promise, unused }: CheckText, outcome: Outcome, observations: readonly Observation[]): string => {
  if (unused !== undefined) return `optional: ${unused}`;
  if (outcome === 'not_run') return 'not checked: it needs the first check to pass';
  if (outcome === 'passed') {
    const slowest = observations.findLast((observation) => observation.slowest !== undefined)?.slowest;
    return slowest === undefined ? promise : `${promise}; the slowest took ${slowest}`;
  }
  const shown = observations.find(({ verdict }) => verdict === (outcome === 'failed' ? 'otherwise' : 'unseen'));
  return shown ? `${shown.sent}: expected ${shown.wanted}, got ${toPrintable(shown.came)}` : promise;
};

/** The last line: the number of each result. */
export const printTotal = (terminal: Terminal, results: readonly CheckResult[]): void => {
  const parts = (Object.keys(marks) as Outcome[]).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [terminal.paint(marks[outcome][1], `${count} ${outcome.replace('_', ' ')}`)];
  });
  terminal.print('');
  terminal.print(parts.join(', '));
};

/** For machines: the names of `check` and of each observation are stable. */
export const toJson = (url: string, results: readonly CheckResult[]): object => ({
  url,
  checks: results.map(({ check: { id, title, why, mend }, outcome, observations }) => ({
    id,
    title,
    outcome,
    observations,
    why,
    mend,
  })),
});
