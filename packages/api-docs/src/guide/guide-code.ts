import { type CodeVariant, renderVariants } from '../page/render-code.js';
import { merchantLanguages } from '../samples/languages.js';
import { type FindOperation, parseCurls } from '../samples/parse-curls.js';
import type { SampleStep } from '../samples/sample.js';
import type { LabelledCode } from './find-variants.js';

/** By the word behind the fence: what a block is remembered by, how its tab is called, and how it is coloured. */
const languages: Readonly<Record<string, Omit<CodeVariant, 'code'>>> = {
  sh: { id: 'curl', label: 'Shell', highlight: 'bash' },
  ts: { id: 'typescript', label: 'TypeScript', highlight: 'typescript' },
  js: { id: 'javascript', label: 'JavaScript', highlight: 'javascript' },
  python: { id: 'python', label: 'Python', highlight: 'python' },
  go: { id: 'go', label: 'Go', highlight: 'go' },
  php: { id: 'php', label: 'PHP', highlight: 'php' },
  java: { id: 'java', label: 'Java', highlight: 'java' },
};

/** Renders the guide's code in turn: the first requests come as whole programs, later ones build on them. */
export const createCodeRenderer = (findOperation: FindOperation) => {
  let count = 0;
  let isFirstRequest = true;
  return (blocks: readonly LabelledCode[]): string => {
    count += 1;
    const name = `code-${count}`;
    const [only] = blocks;
    const steps = blocks.length === 1 && only?.language === 'sh' ? parseCurls(only.code, findOperation) : undefined;
    if (only === undefined || steps === undefined) return renderVariants(name, blocks.map(toVariant));
    const programs = isFirstRequest ? wholePrograms(steps) : statementsOf(steps);
    isFirstRequest = false;
    const curl: CodeVariant = { id: 'curl', label: 'curl', highlight: 'bash', code: only.code };
    return renderVariants(name, [curl, ...programs]);
  };
};

const toVariant = ({ label, language, code }: LabelledCode): CodeVariant => {
  const known = languages[language] ?? { id: language, label: language, highlight: language };
  return { ...known, label: label ?? known.label, code };
};

const statementsOf = (steps: readonly SampleStep[]): CodeVariant[] =>
  merchantLanguages.flatMap(({ id, label, highlight, toStatements }) => {
    const code = toStatements(steps);
    return code === undefined ? [] : [{ id, label, highlight, code }];
  });

const wholePrograms = (steps: readonly SampleStep[]): CodeVariant[] =>
  merchantLanguages.flatMap(({ id, label, highlight, toStatements, toProgram }) => {
    const code = toStatements(steps);
    return code === undefined ? [] : [{ id, label, highlight, code: toProgram(code) }];
  });
