import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };

/** What of WCAG 2.2 AA and good practice the page as it is now misses, as axe sees it: a sentence for each place. */
export const findViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((found) => found.violations)",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
};
