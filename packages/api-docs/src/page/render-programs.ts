import type { SampleLanguage } from '../samples/sample.js';
import { renderVariants } from './render-code.js';

/** What the samples of the calls need around them, told once: the smallest program of each language. */
export const renderPrograms = (languages: readonly SampleLanguage[]): string => {
  const variants = languages.flatMap(({ toStatements, toProgram, ...language }) => {
    const statements = toStatements([{ kind: 'comment', text: 'The calls below.' }]) ?? '';
    const program = toProgram(statements);
    return program === statements ? [] : [{ ...language, code: program }];
  });
  return variants.length === 0 ? '' : `<h4>Around the calls below</h4>\n${renderVariants('programs', variants)}`;
};
