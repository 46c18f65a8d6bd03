import { sandboxScenarios } from '@delivery/contracts';

/** Every scenario with its sentence, as Markdown. */
export const scenarioNote = Object.entries(sandboxScenarios)
  .map(([name, sentence]) => `\`${name}\`: ${sentence}`)
  .join('\n\n');
