import type { Json } from '../json.js';

/** One request as samples of every language say it. */
export type SampleRequest = {
  method: string;
  /** Below the base URL. `{ID}` stands for the reader's own value, which the shell calls `$ID`. */
  path: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Json | undefined;
  /** Of the call in the OpenAPI document, where it is there. */
  operationId: string | undefined;
};

export type SampleStep =
  | { kind: 'assign'; variable: string; value: string }
  | { kind: 'request'; request: SampleRequest }
  | { kind: 'comment'; text: string };

/** A language in which requests are shown. */
export type SampleLanguage = {
  id: string;
  /** On its tab. */
  label: string;
  /** Its name at the highlighter. */
  highlight: string;
  /** Statements for the steps, which need `toProgram` around them; `undefined` where it cannot say one of them. */
  toStatements: (steps: readonly SampleStep[]) => string | undefined;
  /** All that has to be in a file of its own. */
  toProgram: (statements: string) => string;
};

const variable = /\{([A-Z_]+)\}/;

/** Texts and names of variables in turn, beginning with a text. */
export const splitPath = (path: string): string[] => path.split(variable);

/** `ID` of the guide is an order's. */
const wordsOf = (name: string): string[] => {
  const known: Readonly<Record<string, string>> = { ID: 'ORDER_ID', ENDPOINT: 'ENDPOINT_ID' };
  return (known[name] ?? name).toLowerCase().split('_');
};

export const snakeName = (name: string): string => wordsOf(name).join('_');

export const camelName = (name: string): string =>
  wordsOf(name)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** One text of each step, a line each; `undefined` as soon as one of them is. */
export const joinSteps = (
  steps: readonly SampleStep[],
  toText: (step: SampleStep) => string | undefined,
): string | undefined => {
  const texts = steps.map(toText);
  return texts.includes(undefined) ? undefined : texts.join('\n');
};

export const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
