import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { failedWindowSeconds, growthWindowSeconds, thresholds } from './thresholds.js';

/** The expression of one alert, on one line. */
const expressionOf = async (alert: string): Promise<string> => {
  const rules = await readFile(new URL('../../../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8');
  const [, rule = ''] = rules.split(`- alert: ${alert}\n`);
  const expression = /expr: >-\n([^]*?)\n\s+(?:for|labels):/.exec(rule)?.[1];
  if (expression === undefined) throw new Error(`no alert ${alert}`);
  return expression.replaceAll(/\s+/g, ' ');
};

test.each([
  ['DeliveriesOverdue', `> ${thresholds.overdueSeconds}`],
  ['QueueGrowing', `> ${thresholds.queueMessages}`],
  ['QueueGrowing', `[${growthWindowSeconds / 60}m]`],
  ['DeadLetters', `> ${thresholds.deadLetters}`],
  ['BreakerStorm', `>= ${thresholds.probingMin}`],
  ['BreakerStorm', `> ${thresholds.probingShare}`],
  ['WebhooksFailing', `> ${thresholds.failedShare}`],
  ['PartitionDaysRunningOut', `< ${thresholds.daysAhead}`],
  ['RetentionOverdue', `> ${thresholds.retentionOverdueSeconds}`],
  ['WebhooksFailing', `[${failedWindowSeconds / 60}m]`],
])('[P27] the status and the alert %s speak up at the same bound: %s', async (alert, bound) => {
  expect(await expressionOf(alert)).toContain(bound);
});
