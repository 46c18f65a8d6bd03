/**
 * The rules for the English of comments, documents, test titles and texts, as far as a machine can check them. A
 * pattern runs over whole sentences: a comment's lines and a paragraph's lines are joined before.
 */
const start = String.raw`(?:^|[.!?…]["')*]* )["'(*]*`;
const notAQuestion = String.raw`(?![^.!]*\?)`;

const rules = [
  [`${start}(?:Of|As of)\\b`, 'Begin with the subject, or with the condition: "If the endpoint is disabled, …".'],
  [
    `${start}(?:What|Who|Whoever|Whichever)\\b${notAQuestion}`,
    'Begin with the thing by its name: "Deliveries that are due …".',
  ],
  [`${start}(?:The same|That of|Those of)\\b`, 'Name the thing again, or say "like …".'],
  [String.raw`\bthat of\b|\bthose which\b`, 'Name the thing: "the address of the endpoint".'],
  [String.raw`\b(?:of|as|with|for) one that\b|\banother(?: one)?['’]s\b`, 'Name the thing: "an endpoint that …".'],
  [String.raw`\b[Tt]old\b(?! apart)|\b[Tt]ell(?:s|ing)? of\b`, 'Write "reports", "shows", "is notified" or "knows".'],
  [
    String.raw`\b(?:[Nn]o|[Ss]ome|[Aa]ny|[Ee]very)body\b|\b(?:who|whom|which)ever\b`,
    'Name the person: operator, merchant, recipient, caller.',
  ],
  [String.raw`\bin vain\b`, 'Write "fails", "failed" or "without success".'],
  [String.raw`\b(?:come|comes) and (?:go|goes)\b`, 'Write what happens: "is created and deleted".'],
  [String.raw`\blets\b|\blet go\b|\bletting go\b`, 'Write "allows", "releases" or "closes".'],
  [
    String.raw`\bis so\b(?! \w+ that)|\b(?:is|are) there\b${notAQuestion}`,
    'Write "exists", "is present" or the condition itself.',
  ],
  [
    String.raw`\bcomes? to (?:its|their|an|the) end\b|\b(?:is|are|was|were) at (?:its|their) end\b`,
    'Write "ends" or "has ended".',
  ],
].map(([pattern, instead]) => ({ pattern: new RegExp(pattern, 'g'), instead }));

const commentLine = /^\s*\{?(?:\/\/|\/\*+|\*(?!\/)|--|#)(?: (.*?))?(?:\s*\*\/\}?)?$/;
const commentBehindCode = /\s\/\/ (.*)$/;
const startsAnew = /^\s*(?:@|[-*] |\d+\. |#+ |>)/;
const marker = /^\s*(?:@\w+(?: \{.*?\})?(?: [\w.]+(?=\s))?|[-*]|\d+\.|#+|>)\s+/;
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/g;
const string = /(['"`])((?:\\.|(?!\1).)*)\1/g;
const isText = (text) => text.split(' ').length > 3;

/** Joins lines to blocks; a line of `undefined` text, a list's item and a tag end the block before. */
const toBlocks = (lines) => {
  const blocks = [];
  let isOpen = false;
  for (const { line, text } of lines) {
    if (!text?.trim()) isOpen = false;
    else {
      if (!isOpen || startsAnew.test(text)) blocks.push([]);
      blocks.at(-1).push({ line, text: text.replace(marker, '').trim() });
      isOpen = true;
    }
  }
  return blocks;
};

const readMarkdown = (source) => {
  let inCode = false;
  return source.split('\n').flatMap((text, index) => {
    const line = index + 1;
    if (text.trimStart().startsWith('```')) inCode = !inCode;
    if (inCode || /^ {4}\S|^\s*```/.test(text)) return [{ line }];
    if (!text.startsWith('|')) return [{ line, text }];
    return text.split('|').flatMap((cell) => [{ line }, { line, text: cell }]);
  });
};

const readCode = (source, isTest) =>
  source.split('\n').flatMap((text, index) => {
    const line = index + 1;
    const comment = commentLine.exec(text);
    if (comment) return [{ line, text: comment[1] }];
    const texts = isTest ? [] : [...text.matchAll(string)].map((match) => match[2]).filter(isText);
    const behind = commentBehindCode.exec(text)?.[1];
    return [{ line }, ...[...texts, behind ?? ''].flatMap((part) => [{ line, text: part }, { line }])];
  });

const readTitles = (source) =>
  [...source.matchAll(title)].flatMap((match) => {
    const line = source.slice(0, match.index + match[0].length).split('\n').length;
    const words = match[2].replace(/^\[[^\]]*\] /, '');
    return [{ line }, { line, text: words.replace(/^./, (first) => first.toUpperCase()) }];
  });

const read = (path, source) => {
  if (path.endsWith('.md')) return readMarkdown(source);
  const isTest = /\.test\.tsx?$/.test(path);
  return isTest ? [...readCode(source, true), ...readTitles(source)] : readCode(source, false);
};

/** Code in backticks is no prose, but may be the subject of a sentence. */
const withoutCode = (text) => text.replaceAll(/`[^`]*`/g, (code) => 'x'.repeat(code.length));

const faultsOf = (block) => {
  const ends = [];
  let end = 0;
  for (const { text } of block) ends.push((end += text.length + 1));
  const joined = withoutCode(block.map(({ text }) => text).join(' '));
  return rules.flatMap(({ pattern, instead }) =>
    [...joined.matchAll(pattern)].map((match) => {
      const words = match[0].replace(/^[^\p{L}]+/u, '');
      const at = match.index + match[0].length - words.length;
      return { line: block[ends.findIndex((lineEnd) => at < lineEnd)].line, words, instead };
    }),
  );
};

/** The faults of one file: its line, the words, and what to write instead. */
export const findFaults = (path, source) =>
  toBlocks(read(path, source))
    .flatMap(faultsOf)
    .sort((one, other) => one.line - other.line);
