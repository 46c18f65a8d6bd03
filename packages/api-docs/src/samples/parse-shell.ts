/** A command, or a comment of its own line. In words, `{NAME}` stands for `$NAME`. */
export type ShellStatement = { kind: 'command'; words: readonly string[] } | { kind: 'comment'; text: string };

/** What the samples' shell may hold, longest first; anything else makes the text one that only a shell understands. */
const tokens =
  /(?<space>[ \t]+|\\\n)|(?<end>[\n;])|(?<comment>#[^\n]*)|(?<single>'[^']*')|(?<double>"(?:[^"\\`$]|\\[\s\S]|\$\{?[A-Z_]+\}?)*")|(?<variable>\$\{?[A-Z_]+\}?)|(?<bare>[^\s;'"`$|&<>()\\#]+)/y;

/** Commands of a simple script, or `undefined` where it has more than words, quotes and variables. */
export const parseShell = (script: string): ShellStatement[] | undefined => {
  const statements: ShellStatement[] = [];
  let words: string[] = [];
  let isWithinWord = false;
  const endCommand = () => {
    if (words.length > 0) statements.push({ kind: 'command', words });
    [words, isWithinWord] = [[], false];
  };
  tokens.lastIndex = 0;
  while (tokens.lastIndex < script.length) {
    const groups = tokens.exec(script)?.groups;
    if (groups === undefined) return undefined;
    if (groups['end'] !== undefined) endCommand();
    else if (groups['space'] !== undefined) isWithinWord = false;
    else if (groups['comment'] !== undefined) {
      endCommand();
      statements.push({ kind: 'comment', text: groups['comment'].slice(1).trim() });
    } else {
      const text = textOf(groups);
      words = isWithinWord ? [...words.slice(0, -1), `${words.at(-1) ?? ''}${text}`] : [...words, text];
      isWithinWord = true;
    }
  }
  endCommand();
  return statements;
};

const textOf = ({ single, double, variable, bare = '' }: Record<string, string | undefined>): string => {
  if (single !== undefined) return single.slice(1, -1);
  if (double !== undefined) return nameVariables(double.slice(1, -1)).replaceAll(/\\(["\\$`])/g, '$1');
  return variable === undefined ? bare : nameVariables(variable);
};

const nameVariables = (text: string): string => text.replaceAll(/\$\{?([A-Z_]+)\}?/g, '{$1}');
