import ipaddr from 'ipaddr.js';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import { nameOf, ofKind, selects, walk } from './objects.js';
import type { Manifest } from './render-overlay.js';

/*
 * Rules of the API server beyond its schemas, for the kinds and fields that are used here, after the validation of Kubernetes 1.34. It
 * refuses the one object, and `kubectl apply` goes on with the others.
 */

const nameLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const serviceName = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const subdomain = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const labelKey = /^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?)?$/;
const portName = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const quantity = /^(\d+(?:\.\d+)?)(m|k|[MGTPE]|[KMGTPE]i)?$/;
const units = ['k', 'M', 'G', 'T', 'P', 'E'];

type Fault = string | false | undefined;
type Rule = (object: Manifest, all: readonly Manifest[]) => Fault[];

const isPort = (port: string | number): boolean =>
  typeof port === 'string' ? portName.test(port) : Number.isInteger(port) && port > 0 && port < 65_536;

const amountOf = (text: string | number): number | undefined => {
  const [, digits, unit = ''] = quantity.exec(String(text)) ?? [];
  if (digits === undefined) return undefined;
  if (unit === 'm') return Number(digits) / 1000;
  return Number(digits) * (unit.endsWith('i') ? 1024 : 1000) ** (units.indexOf((unit[0] ?? '').replace('K', 'k')) + 1);
};

/** A network as Go's net.ParseCIDR and net.IPNet.Contains take it: an IPv4-mapped address is one of IPv4. */
const parseNetwork = (cidr: string) => {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const Family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return { address: ipaddr.process(Family.networkAddressFromCIDR(cidr).toString()), bits };
};

const isStrictSubset = (except: string, cidr: string): boolean => {
  const [inner, outer] = [parseNetwork(except), parseNetwork(cidr)];
  if (inner.address.kind() !== outer.address.kind() || outer.bits >= inner.bits) return false;
  return inner.address.match(outer.address, outer.bits);
};

const ofBlock = ({ cidr, except = [] }: { cidr: string; except?: readonly string[] }): Fault[] => {
  const invalid = [cidr, ...except].filter((one) => !ipaddr.isValidCIDR(one));
  if (invalid.length > 0) return [`${invalid.join()}: no network`];
  return except.map((one) => !isStrictSubset(one, cidr) && `except ${one} must be a strict subset of ${cidr}`);
};

const networkPolicy: Rule = (object) =>
  ofKind([object], 'NetworkPolicy').flatMap(({ spec }) => {
    const peers = [
      ...(spec?.ingress ?? []).map(({ from }) => from),
      ...(spec?.egress ?? []).map(({ to }) => to),
    ].flat();
    const ports = [...(spec?.ingress ?? []), ...(spec?.egress ?? [])].flatMap((rule) => rule.ports ?? []);
    return [
      ...peers.flatMap((peer) => (peer?.ipBlock ? ofBlock(peer.ipBlock) : [])),
      ...peers.map(
        (peer) =>
          peer?.ipBlock && (peer.podSelector ?? peer.namespaceSelector) && 'a peer with a block has no selectors',
      ),
      ...ports.map(({ port = 1 }) => !isPort(port) && `${port}: no port`),
      ...ports.map(
        ({ port, endPort }) =>
          endPort !== undefined &&
          !(typeof port === 'number' && port <= endPort && isPort(endPort)) &&
          `endPort ${endPort} needs a number below it as port`,
      ),
    ];
  });

const deployment: Rule = (object) =>
  ofKind([object], 'Deployment').flatMap(({ spec }) => {
    const pod = spec?.template.spec;
    const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];
    const names = containers.flatMap(({ name, ports }) => [name, ...(ports ?? []).map((port) => port.name ?? name)]);
    return [
      spec &&
        !selects(spec.selector, spec.template.metadata?.labels ?? {}) &&
        'its selector does not match its template',
      ...names.map((name) => !nameLabel.test(name) && `${name}: no name of a container or port`),
      new Set(containers.map(({ name }) => name)).size < containers.length && 'two containers of one name',
      ...containers.map(
        ({ startupProbe, livenessProbe }) =>
          [startupProbe, livenessProbe].some((probe) => (probe?.successThreshold ?? 1) !== 1) &&
          'successThreshold must be 1 where a container is restarted',
      ),
    ];
  });

const service: Rule = (object) =>
  ofKind([object], 'Service').flatMap(({ spec }) => {
    const ports = spec?.ports ?? [];
    return [
      !serviceName.test(object.metadata.name) && 'no name of a Service',
      new Set(ports.map(({ name }) => name)).size < ports.length && 'two ports of one name',
      ...ports.map(({ port, targetPort = port }) => !(isPort(port) && isPort(targetPort)) && `${port}: no port`),
    ];
  });

const budget: Rule = (object) =>
  ofKind([object], 'PodDisruptionBudget').map(
    ({ spec }) =>
      (spec?.minAvailable === undefined) === (spec?.maxUnavailable === undefined) &&
      'one of minAvailable and maxUnavailable',
  );

const autoscaler: Rule = (object) => {
  const { spec } = object as Manifest & IHorizontalPodAutoscaler;
  return [
    (spec?.minReplicas ?? 1) < 1 && 'minReplicas is below 1',
    (spec?.minReplicas ?? 1) > (spec?.maxReplicas ?? 0) && 'minReplicas is above maxReplicas',
  ];
};

const ingress: Rule = (object) => {
  const { spec } = object as Manifest & IIngress;
  const hosts = [
    ...(spec?.rules ?? []).map(({ host }) => host),
    ...(spec?.tls ?? []).flatMap((tls) => tls.hosts ?? []),
  ];
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  return [
    ...hosts.map((host) => host !== undefined && !subdomain.test(host.replace(/^\*\./, '')) && `${host}: no host`),
    ...paths.map(({ path = '' }) => /^[^/]|\/\/|\/\.\.?(\/|$)|%2f/i.test(path) && `${path}: no path`),
    ...paths.map(({ backend }) => Boolean(backend.service) === Boolean(backend.resource) && 'a path needs one backend'),
  ];
};

const ofEvery: Rule = (object) => {
  const faults: Fault[] = [!subdomain.test(object.metadata.name) && 'no name of an object'];
  walk(object, ({ labels, matchLabels, annotations, requests = {}, limits = {} }) => {
    for (const [key, value] of Object.entries({ ...(labels ?? {}), ...(matchLabels ?? {}) }))
      faults.push(!(labelKey.test(key) && labelValue.test(String(value))) && `${key}=${String(value)}: no label`);
    for (const [key, value] of Object.entries(annotations ?? {}))
      faults.push(!(labelKey.test(key) && typeof value === 'string') && `${key}: no annotation`);
    const most = limits as Record<string, string>;
    for (const [name, least] of Object.entries({ ...most, ...(requests as Record<string, string>) })) {
      const [requested, limit] = [amountOf(least), amountOf(most[name] ?? least)];
      faults.push(
        requested === undefined || limit === undefined
          ? `${name} ${least}: no quantity`
          : requested > limit && `${name} ${least} is above its limit`,
      );
    }
  });
  return faults;
};

const rules: Readonly<Record<string, Rule>> = {
  NetworkPolicy: networkPolicy,
  Deployment: deployment,
  Service: service,
  PodDisruptionBudget: budget,
  HorizontalPodAutoscaler: autoscaler,
  Ingress: ingress,
};

/** The faults for which the API server would refuse an object. */
export const findApiServerRefusals = (objects: readonly Manifest[]): string[] =>
  objects.flatMap((object) =>
    [...ofEvery(object, objects), ...(rules[object.kind]?.(object, objects) ?? [])]
      .filter((fault) => typeof fault === 'string')
      .map((fault) => `${object.kind} ${nameOf(object)}: ${fault}`),
  );
