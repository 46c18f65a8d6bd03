import { sandboxScenarios } from '@delivery/contracts';

const scenarios = Object.entries(sandboxScenarios);

/** Every scenario with its sentence, as Markdown. */
export const scenarioNote = scenarios.map(([name, sentence]) => `\`${name}\`: ${sentence}`).join('\n\n');

export const scenariosTable = [
  '| `Sandbox-Scenario` | what couriers do |',
  '| --- | --- |',
  ...scenarios.map(([name, sentence]) => `| \`${name}\` | ${sentence} |`),
].join('\n');
