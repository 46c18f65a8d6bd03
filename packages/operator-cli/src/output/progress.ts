type Terminal = { isTTY?: boolean; write: (text: string) => unknown };

/** One line that is written over and over on a terminal; elsewhere, as in a log, each line that says something new. */
export const createProgress = (stream: Terminal) => {
  let shown = '';
  return {
    show: (line: string): void => {
      if (line === shown) return;
      stream.write(stream.isTTY ? `\r${line.padEnd(shown.length)}` : `${line}\n`);
      shown = line;
    },
    /** Before anything else is written. */
    end: (): void => {
      if (stream.isTTY && shown !== '') stream.write('\n');
      shown = '';
    },
  };
};

const barWidth = 30;

/** `[######------] 43 %` */
export const renderBar = (part: number): string => {
  const done = Math.floor(Math.min(1, Math.max(0, part)) * barWidth);
  return `[${'#'.repeat(done)}${'-'.repeat(barWidth - done)}] ${Math.floor(part * 100)} %`;
};
