import { expect, it } from '@jest/globals';
import { describeDefaultRetries, withRetrySchedule } from './retry-schedule.js';

it('names the default schedule in both languages of the guide', () => {
  expect(describeDefaultRetries('en')).toBe(
    'by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h',
  );
  expect(describeDefaultRetries('pt')).toBe(
    'por padrão depois de 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h e 8 h (±20 %): 10 tentativas em cerca de 16 h',
  );
});

it.each([
  [[250, 1_500, 90_000], 'after 250 ms, 1500 ms and 90 s (±20 %): 4 attempts in about 2 min'],
  [[3_600_000], 'after 1 h (±20 %): 2 attempts in about 1 h'],
  [[0], 'after 0 ms (±20 %): 2 attempts in about 0 ms'],
])('puts the delays %j in the place of the default, wherever its lines break', (delaysMs, wanted) => {
  const sentence = describeDefaultRetries('en');
  const document = `Tried again, ${sentence}.\n- ${sentence.replace('30 s, 2 min', '30 s,\n  2 min')}. Then`;
  expect(withRetrySchedule(document, delaysMs)).toBe(`Tried again, ${wanted}.\n- ${wanted}. Then`);
});
