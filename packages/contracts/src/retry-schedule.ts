/** The delays before the second, third, … attempt of a webhook, unless `WEBHOOK_RETRY_SCHEDULE` has others. */
export const retryDelaysDefaultMs: readonly number[] = [
  10_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000,
];

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

export const renderDelay = (ms: number): string => {
  const [unit, unitMs] = units.find((each) => ms > 0 && ms % each[1] === 0) ?? ['ms', 1];
  return `${ms / unitMs} ${unit}`;
};

const renderSum = (ms: number): string => {
  const [unit, unitMs] = units.find((each) => ms >= each[1]) ?? ['ms', 1];
  return `${Math.round(ms / unitMs)} ${unit}`;
};

const words = {
  en: { byDefault: 'by default after', after: 'after', and: 'and', attempts: 'attempts in about' },
  pt: { byDefault: 'por padrão depois de', after: 'depois de', and: 'e', attempts: 'tentativas em cerca de' },
} as const;
type Language = keyof typeof words;

const renderRetries = (delaysMs: readonly number[], language: Language, after: 'after' | 'byDefault'): string => {
  const { and, attempts, [after]: begin } = words[language];
  const delays = delaysMs.map(renderDelay);
  const list = [delays.slice(0, -1).join(', '), delays.at(-1)].filter(Boolean).join(` ${and} `);
  const sum = renderSum(delaysMs.reduce((total, ms) => total + ms, 0));
  return `${begin} ${list} (±20 %): ${delays.length + 1} ${attempts} ${sum}`;
};

/** As documents name the schedule where no installation is known. */
export const describeDefaultRetries = (language: Language): string =>
  renderRetries(retryDelaysDefaultMs, language, 'byDefault');

/** A document with the schedule of the installation that serves it. */
export const withRetrySchedule = (document: string, delaysMs: readonly number[]): string =>
  (['en', 'pt'] as const).reduce(
    (text, language) =>
      text.replaceAll(inAnyLines(describeDefaultRetries(language)), renderRetries(delaysMs, language, 'after')),
    document,
  );

/** Markdown breaks lines between any two words. */
const inAnyLines = (text: string): RegExp => new RegExp(text.replaceAll(/[()]/g, '\\$&').replaceAll(' ', '\\s+'), 'g');
