import { expect, test } from '@jest/globals';
import { problemStatuses } from '@delivery/contracts';
import { en as consoleEn } from '../src/console/text/en.js';
import { pt as consolePt } from '../src/console/text/pt.js';
import { en as portalEn } from '../src/portal/text/en.js';
import { es as portalEs } from '../src/portal/text/es.js';
import { pt as portalPt } from '../src/portal/text/pt.js';

/** Each text under the path of its name; one that takes arguments as it is with `7` for each. */
const textsOf = (texts: object, path = ''): [path: string, words: string][] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) => {
    const own = `${path}.${name}`;
    if (typeof value === 'string') return [[own, value]];
    if (typeof value === 'function') return [[own, String(Reflect.apply(value, undefined, ['7', '7', '7']))]];
    return typeof value === 'object' && value !== null ? textsOf(value, own) : [];
  });

test.each([
  { name: 'Portuguese', apps: [portalPt, consolePt] },
  { name: 'Spanish', apps: [portalEs] },
])('each code of a failure that the service has is described in $name', ({ apps }) => {
  for (const { problems, faults } of apps) {
    expect(Object.keys(problems).sort()).toEqual(Object.keys(problemStatuses).sort());
    for (const words of [...Object.values(problems), ...Object.values(faults)]) expect(words).toMatch(/^\p{Lu}.+\.$/u);
  }
});

test.each([
  ['the portal', 'Portuguese', portalEn, portalPt],
  ['the portal', 'Spanish', portalEn, portalEs],
  ['the console', 'Portuguese', consoleEn, consolePt],
])('every text of %s is translated to %s, and no sentence of it is English', (_app, _language, english, other) => {
  const words = new Map(textsOf(other));
  const texts = textsOf(english);
  expect(texts.length).toBeGreaterThan(400);
  expect(texts.map(([path]) => path).filter((path) => !words.get(path) && !path.includes('.untold.'))).toEqual([]);
  // Names, such as webhook-id, are the same everywhere; sentences are not.
  const isSentence = (text: string): boolean => /[a-z]+ [a-z]+ [a-z]+/.test(text);
  expect(texts.filter(([path, text]) => isSentence(text) && words.get(path) === text)).toEqual([]);
});
