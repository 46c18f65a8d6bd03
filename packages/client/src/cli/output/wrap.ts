/** Lines of at most `width` characters, broken at spaces; a word that is longer has a line of its own. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};

/** `label` before the first line, and the others below its text. `indent` and `label` count for the width. */
export const hang = (label: string, text: string, { indent, width }: { indent: number; width: number }): string[] => {
  const room = Math.max(20, width - indent - label.length);
  return wrap(text, room).map((line, at) => ' '.repeat(indent) + (at === 0 ? label : ' '.repeat(label.length)) + line);
};
