import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { blockedRanges } from '@delivery/address-guard';
import type { Route } from './support/gateway-kinds.js';
import { type Labels, nameOf, ofKind, selects } from './support/objects.js';
import { root } from './support/read-yaml.js';
import { overlayDirectory, renderOverlay } from './support/render-overlay.js';
import { serviceNames } from './support/service-config.js';

const objects = renderOverlay(overlayDirectory(root, 'production'));
const policies = ofKind(objects, 'NetworkPolicy').map(({ metadata, spec }) => {
  if (!spec?.podSelector) throw new Error(`${nameOf({ metadata })} selects no pods`);
  return { ...spec, podSelector: spec.podSelector };
});
const service = (name: string): Labels => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'delivery' });
const rabbitmq: Labels = { 'app.kubernetes.io/name': 'rabbitmq' };
const postgres: Labels = { 'cnpg.io/cluster': 'postgres' };

const policiesFor = (pod: Labels) => policies.filter(({ podSelector }) => selects(podSelector, pod));

/** Ports on which the policies of both ends let a connection through, within the namespace. */
const openPorts = (from: Labels, to: Labels): (string | number)[] => {
  const isPeer = (peer: { podSelector?: object; namespaceSelector?: object }, pod: Labels) =>
    peer.podSelector !== undefined && peer.namespaceSelector === undefined && selects(peer.podSelector, pod);
  const outgoing = policiesFor(from).flatMap(({ egress }) =>
    (egress ?? []).filter((rule) => rule.to?.some((peer) => isPeer(peer, to))).flatMap(({ ports }) => ports ?? []),
  );
  const incoming = policiesFor(to).flatMap(({ ingress }) =>
    (ingress ?? []).filter((rule) => rule.from?.some((peer) => isPeer(peer, from))).flatMap(({ ports }) => ports ?? []),
  );
  const accepted = new Set(incoming.map(({ port }) => (port === 'http' ? 8081 : port)));
  return outgoing.map(({ port }) => port ?? 0).filter((port) => accepted.has(port));
};

const reachesWorld = (pod: Labels): boolean =>
  policiesFor(pod).some(({ egress }) =>
    (egress ?? []).some(
      ({ to }) => !to || to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0' || ipBlock?.cidr === '::/0'),
    ),
  );

describe('the network policies of the courier simulator', () => {
  const inDev = ofKind(renderOverlay(overlayDirectory(root, 'dev')), 'NetworkPolicy');
  const specsFor = (pod: Labels) =>
    inDev.flatMap(({ spec }) => (spec?.podSelector && selects(spec.podSelector, pod) ? [spec] : []));

  it('let it reach intake-api and nothing else', () => {
    const simulator = service('courier-simulator');
    const ways = specsFor(simulator).flatMap(({ egress }) => egress ?? []);
    const peers = ways.flatMap(({ to }) => to ?? []).filter(({ namespaceSelector }) => namespaceSelector === undefined);
    expect(peers).toEqual([{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'intake-api' } } }]);
    const entries = specsFor(service('intake-api')).flatMap(({ ingress }) => ingress ?? []);
    const letsIn = entries.some(({ from }) =>
      from?.some(
        ({ podSelector, namespaceSelector }) =>
          namespaceSelector === undefined && podSelector !== undefined && selects(podSelector, simulator),
      ),
    );
    expect(letsIn).toBe(true);
  });
});

describe('the network policies', () => {
  it('deny all traffic that they do not name', () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('let only order-state reach Postgres', () => {
    expect(openPorts(service('order-state'), postgres)).toEqual([5432]);
    expect(openPorts(service('intake-api'), postgres)).toEqual([]);
    expect(openPorts(service('webhook-dispatcher'), postgres)).toEqual([]);
    expect(openPorts(rabbitmq, postgres)).toEqual([]);
  });

  it('let only intake-api reach order-state from within', () => {
    expect(openPorts(service('intake-api'), service('order-state'))).toEqual([8081]);
    expect(openPorts(service('webhook-dispatcher'), service('order-state'))).toEqual([]);
    expect(openPorts(rabbitmq, service('order-state'))).toEqual([]);
  });

  it.each([
    ['ingress-nginx', 'ingress-nginx'],
    ['gateway-api', 'envoy-gateway-system'],
  ])('let only the controller of %s reach intake-api and the solver of an HTTP-01 challenge', (front, namespace) => {
    const solver: Labels = { 'acme.cert-manager.io/http01-solver': 'true' };
    const added = ofKind(renderOverlay(join(root, 'k8s', front)), 'NetworkPolicy').map(({ spec }) => spec);
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }];
    const lettingIn = (pod: Labels) =>
      added.flatMap((spec) => (spec?.podSelector && selects(spec.podSelector, pod) ? (spec.ingress ?? []) : []));
    expect(lettingIn(service('intake-api'))).toEqual([{ from, ports: [{ protocol: 'TCP', port: 'http' }] }]);
    expect(lettingIn(solver)).toEqual([{ from, ports: [{ protocol: 'TCP', port: 8089 }] }]);
    expect([added.length, reachesWorld(solver)]).toEqual([2, false]);
  });

  it('let every service reach RabbitMQ, by AMQP alone', () => {
    for (const name of serviceNames) expect(openPorts(service(name), rabbitmq)).toEqual([5672]);
  });

  it('let only webhook-dispatcher reach the world, and none of the ranges that it refuses itself', () => {
    const pods = [...serviceNames.map(service), rabbitmq, postgres];
    expect(pods.map(reachesWorld)).toEqual([false, false, true, false, false]);
    const blocks = policiesFor(service('webhook-dispatcher')).flatMap(({ egress }) =>
      (egress ?? []).flatMap(({ to }) => (to ?? []).flatMap(({ ipBlock }) => ipBlock ?? [])),
    );
    const mapped = '::ffff:0:0/96';
    const excepted = (isVersion6: boolean) =>
      blockedRanges.map(({ cidr }) => cidr).filter((cidr) => cidr.includes(':') === isVersion6 && cidr !== mapped);
    // Else: npm run render-egress --workspace @delivery/deploy-checks
    expect(blocks).toEqual([
      { cidr: '0.0.0.0/0', except: excepted(false) },
      { cidr: '::/0', except: excepted(true) },
    ]);
    // The API server refuses this one, and this range covers it.
    expect(excepted(true)).toContain('::/3');
  });

  it('and the Ingress, or the routes of the Gateway, let merchants and couriers’ systems reach intake-api alone, without health and metrics', () => {
    const ingress = objects.filter(({ kind }) => kind === 'Ingress');
    expect(JSON.stringify(ingress)).not.toMatch(/order-state|metrics|readyz/);
    // Credentials in a query, and the secret paths of tracking pages.
    expect(JSON.stringify(ingress)).toContain('"nginx.ingress.kubernetes.io/enable-access-log":"false"');
    const paths = ingress.flatMap((object) => {
      const { spec } = object as unknown as {
        spec: { rules: { http: { paths: { path: string; pathType: string }[] } }[] };
      };
      return spec.rules.flatMap(({ http }) => http.paths.map(({ path, pathType }) => `${pathType} ${path}`));
    });
    expect(paths).toEqual([
      'Exact /',
      'Exact /favicon.ico',
      'Exact /robots.txt',
      'Exact /.well-known/security.txt',
      'Prefix /v1',
      'Exact /openapi.json',
      'Prefix /docs',
      'Prefix /courier',
      'Prefix /platform',
      'Prefix /oauth',
      'Prefix /open-delivery',
      'Prefix /portal',
      'Prefix /map',
      'Prefix /track',
      'Prefix /contacts',
    ]);
    const routes = renderOverlay(join(root, 'k8s/gateway-api')).filter(({ kind }) => kind === 'HTTPRoute');
    const [toIntake, toHttps] = routes as Route[];
    const matches = toIntake?.spec.rules.flatMap((rule) => rule.matches ?? []) ?? [];
    expect(matches.map(({ path }) => `${path.type.replace('Path', '')} ${path.value}`)).toEqual(paths);
    const backends = toIntake?.spec.rules.flatMap((rule) => rule.backendRefs ?? []);
    expect(new Set(backends?.map(({ name, port }) => `${name}:${port}`))).toEqual(new Set(['intake-api:8080']));
    expect(toHttps?.spec.rules).toEqual([
      { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] },
    ]);
  });
});
