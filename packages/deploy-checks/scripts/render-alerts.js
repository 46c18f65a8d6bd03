// Writes k8s/base/alerts.yaml from deploy/prometheus/alerts.yml: kustomize reads no file outside of its directory.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const root = new URL('../../../', import.meta.url);
const { groups } = parse(readFileSync(new URL('deploy/prometheus/alerts.yml', root), 'utf8'));
const rule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'delivery', namespace: 'delivery' },
  spec: { groups },
};
const head = '# Made from deploy/prometheus/alerts.yml by: npm run render-alerts --workspace @delivery/deploy-checks\n';
writeFileSync(new URL('k8s/base/alerts.yaml', root), head + stringify(rule, { lineWidth: 0, singleQuote: true }));
