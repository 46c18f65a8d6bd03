import type { LogLine } from '@delivery/test-support';

/** Which of the texts that must stay secret are in the lines, each with a line that has it. Forms of a URL count too. */
export const findLeaks = (lines: readonly LogLine[], forbidden: Readonly<Record<string, string>>): string[] =>
  Object.entries(forbidden).flatMap(([name, text]) => {
    const forms = [text, encodeURIComponent(text), encodeURI(text), JSON.stringify(text).slice(1, -1)];
    const line = lines.find((each) => forms.some((form) => each.text.includes(form)));
    return line ? [`${name} in: ${line.text}`] : [];
  });
