import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findOrUnpackPrometheus, type PrometheusInstallation } from '@delivery/local-stack';
import { readRules, rulesPath } from './support/queries.js';
import { readYaml, root } from './support/read-yaml.js';

const directory = dirname(rulesPath);

/** As GitHub and others make anchors of headings. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  );

describe('the alerts', () => {
  let tools: PrometheusInstallation;
  const promtool = (...args: string[]) =>
    execFileSync(tools.promtool, args, {
      cwd: directory,
      encoding: 'utf8',
      // It makes a database on disk for each test, which in memory takes a fraction of the time.
      env: { ...process.env, TMPDIR: process.env['TEST_DATA_DIR'] ?? tmpdir() },
    });
  beforeAll(async () => {
    tools = await findOrUnpackPrometheus({ env: process.env, dataDir: tmpdir() });
  }, 120_000);

  it('are valid rules', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toMatch(/SUCCESS/);
  });

  it('fire when they should, and are silent when they should', () => {
    expect(() => promtool('test', 'rules', 'alerts.test.yml')).not.toThrow();
  });

  it('are each tested both ways', () => {
    const { tests } = readYaml(join(directory, 'alerts.test.yml'))[0] as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test: list }) => list);
    const names = readRules().flatMap(({ alert }) => alert ?? []);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const expected = cases
        .filter(({ alertname }) => alertname === name)
        .map(({ exp_alerts: alerts }) => alerts.length);
      expect(`${name}: ${[...new Set(expected)].sort().join()}`).toBe(`${name}: 0,1`);
    }
  });

  it('lead to a section of the runbook, and every section of an alert has its alert', () => {
    const runbook = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const anchors = anchorsOf(runbook);
    const links = readRules().flatMap(({ annotations }) => annotations?.runbook_url ?? []);
    for (const link of links) expect(anchors).toContain(link.replace('docs/operations.md#', ''));
    const sections = anchorsOf(runbook.slice(runbook.indexOf('\n## Alerts')).split('\n## ')[1] ?? '');
    expect(sections.sort()).toEqual([...new Set(links.map((link) => link.replace('docs/operations.md#', '')))].sort());
  });

  it('are the same on Kubernetes (else: npm run render-alerts)', () => {
    const [rule] = readYaml(join(root, 'k8s/base/alerts.yaml')) as { spec: object }[];
    expect(rule?.spec).toEqual(readYaml(rulesPath)[0]);
  });

  it('and the scrape configuration of docker compose is valid', () => {
    const config = readFileSync(join(directory, 'prometheus.yml'), 'utf8');
    expect(config).toContain('rule_files: [/etc/prometheus/alerts.yml]');
    expect(() => promtool('check', 'config', '--syntax-only', 'prometheus.yml')).not.toThrow();
  });
});
