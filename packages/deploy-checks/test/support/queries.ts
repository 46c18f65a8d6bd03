import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { walk } from './objects.js';
import { readYaml, root } from './read-yaml.js';
import { overlayDirectory, renderOverlay } from './render-overlay.js';

export type Rule = {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: { summary: string; description: string; runbook_url: string };
};

export const rulesPath = join(root, 'deploy/prometheus/alerts.yml');
const dashboardsDirectory = join(root, 'deploy/grafana/dashboards');

export const readRules = (): Rule[] =>
  (readYaml(rulesPath)[0] as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

export type Query = { where: string; expr: string };

const collect = (where: string, document: unknown, key: string): Query[] => {
  const found: Query[] = [];
  walk(document, (map) => {
    const expr = map[key];
    if (typeof expr === 'string') found.push({ where, expr });
  });
  return found;
};

/** Every PromQL query that is deployed: alerts, recordings, dashboards, autoscalers. */
export const listQueries = (): Query[] => [
  ...readRules().map(({ alert, record, expr }) => ({ where: alert ?? record ?? '', expr })),
  ...readdirSync(dashboardsDirectory).flatMap((file) =>
    collect(file, JSON.parse(readFileSync(join(dashboardsDirectory, file), 'utf8')) as unknown, 'expr'),
  ),
  ...collect('ScaledObject', renderOverlay(overlayDirectory(root, 'production')), 'query'),
];
