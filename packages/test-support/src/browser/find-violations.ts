import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules above that axe counts to `cat.color`. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Faults of the page as it is now against WCAG 2.2 AA and good practice, found by axe: a sentence for each place. In light
 * colours and in dark ones, in which it leaves the page; rules that do not depend on colours run once.
 * @param within selector of the part that is new since the last look, such as a dialog; default: the whole page
 * @param drawn waits until a page that is drawn anew for other colours shows itself again
 */
export const findViolations = async (
  page: Page,
  within?: string,
  drawn: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> => {
  await emulateColors(page, 'light');
  await drawn();
  const inLight = await look(page, allRules, within);
  await emulateColors(page, 'dark');
  await drawn();
  return [...inLight, ...(await look(page, colourRules, within))];
};

/** A page that follows the system's colours by a script hears of them before its next frame. */
const emulateColors = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise(requestAnimationFrame)');
};

const look = async (page: Page, runOnly: readonly string[], within?: string): Promise<string[]> => {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(axe.source);
  const context = within === undefined ? 'document' : JSON.stringify(within);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${context}, ${options}).then((found) => found.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
};
