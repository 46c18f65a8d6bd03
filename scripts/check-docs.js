/**
 * Checks the documents as far as a machine can (`npm run docs:check`, part of `npm run check`):
 * - a link to a file of this repository leads to one, and one to a heading to a heading;
 * - `.env.example` names only variables of docs/configuration.md, which is generated from what the services read;
 * - a line of prose has at most 160 characters. Tables, code and the name of a test cannot be broken;
 * - what stands between backticks stands in one line, so that it can be copied and searched for.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const proseMax = 160;

const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Each has an item that begins with it. */
const documentedVariables = () =>
  read('docs/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('- `'))
    .flatMap((line) => [...line.split(' (')[0].matchAll(/`([A-Z_]+)`/g)].map(([, variable]) => variable));

const findUnknownExamples = () => {
  const known = new Set(documentedVariables());
  return [...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)]
    .filter(([, variable]) => !known.has(variable))
    .map(([, variable]) => `.env.example: docs/configuration.md has no ${variable}`);
};

const documents = () => {
  const inRoot = readdirSync(fileURLToPath(root)).filter((name) => name.endsWith('.md'));
  const inDocs = readdirSync(fileURLToPath(new URL('docs', root)), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md'));
  return [...inRoot, ...inDocs];
};

const isProse = (line) => !line.startsWith('|') && !/^ {4}\S/.test(line) && !line.includes('.test.ts` › "');

const findBadLines = (path) => {
  let inCode = false;
  return read(path)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trimStart().startsWith('```')) inCode = !inCode;
      if (inCode || line.trimStart().startsWith('```')) return [];
      const isLong = isProse(line) && line.length > proseMax;
      const isBroken = line.split('`').length % 2 === 0;
      return [
        ...(isLong ? [`${path}:${index + 1}: ${line.length} characters, at most ${proseMax}`] : []),
        ...(isBroken ? [`${path}:${index + 1}: what is between backticks goes on in another line`] : []),
      ];
    });
};

/** As GitHub makes them of headings. */
const anchorsOf = (markdown) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const findDeadLinks = (path) =>
  [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, file, anchor]) => {
      const target = new URL(file, new URL(path, root));
      if (!existsSync(target)) return true;
      return (
        anchor !== undefined &&
        target.pathname.endsWith('.md') &&
        !anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
      );
    })
    .map(([link]) => `${path}: ${link.slice(1)} leads nowhere`);

const faults = [
  ...findUnknownExamples(),
  ...documents().flatMap((path) => [...findDeadLinks(path), ...findBadLines(path)]),
];
for (const fault of faults) console.error(fault);
console.log(`${documents().length} documents read, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
