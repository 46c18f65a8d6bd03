const keywords = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'inf',
  'nan',
]);

/** The metrics that a PromQL expression names: identifiers outside of strings, matchers, ranges and label lists. */
export const listMetricNames = (query: string): string[] => {
  const bare = query
    .replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const identifiers = [...bare.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(identifiers.filter((name) => !keywords.has(name.toLowerCase())))];
};

/** The series of a scrape's answer, from its TYPE lines: a metric without samples yet is exported all the same. */
export const listExported = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
