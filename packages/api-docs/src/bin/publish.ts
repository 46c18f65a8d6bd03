import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { courierWebhooks, merchantWebhooks, platformWebhookHeaders, webhookHeaders } from '@delivery/contracts/calls';
import { addSamples } from '../add-samples.js';
import { buildAsyncApi } from '../build-async-api.js';
import { buildCourierApi } from '../build-courier-api.js';
import { buildMerchantApi } from '../build-merchant-api.js';
import { buildOpenDeliveryApi } from '../build-open-delivery-api.js';
import { buildOperatorApi } from '../build-operator-api.js';
import { buildPlatformApi } from '../build-platform-api.js';
import { isObject, type JsonObject } from '../json.js';
import { openEnums } from '../openapi/open-enums.js';
import { type DocumentPart, splitDocument } from '../openapi/split-document.js';
import { changeableFieldsTable } from '../openapi/tables.js';
import { renderEvents } from '../page/events.js';
import { english, guideLanguages, type Language } from '../page/languages.js';
import { renderLlms } from '../page/llms.js';
import { renderGuide, renderReference, renderReferencePage, withServedLinks } from '../page/pages.js';
import { renderReferenceStart } from '../page/reference-start.js';
import { withoutLogo } from '../page/without-logo.js';
import { clientFile, receivers, redocLicences } from '../published-files.js';

/** Runs at build time: services read these files, and need neither the generators nor zod's conversion. */
const directory = new URL('../published/', import.meta.url);
const root = new URL('../../../../', import.meta.url);
const docs = new URL('docs/', root);
const vectors = 'webhook-signature-vectors.json';

const write = (name: string, text: string): void => writeFileSync(new URL(name, directory), text);
const writeJson = (name: string, value: JsonObject): void => write(name, `${JSON.stringify(value, null, 2)}\n`);
const { resolve } = createRequire(import.meta.url);
const read = (file: string | URL): string => readFileSync(file, 'utf8');
/** A script without its source map, which is not served. */
const readScript = (name: string): string =>
  read(new URL(`../browser/${name}`, import.meta.url)).replace(/^\/\/# sourceMappingURL=.*\n?/m, '');

/** The package as a merchant installs it. */
const packClient = (): void => {
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', fileURLToPath(directory)];
  const name = execFileSync('npm', packing, { cwd: new URL('packages/client/', root), encoding: 'utf8' }).trim();
  renameSync(new URL(name, directory), new URL(clientFile, directory));
};

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const merchantSiteIn = ({ forCouriers, forPlatforms, events, changelog }: Language) => ({
  title: 'Delivery orders',
  hasGuide: true,
  beside: {
    'Open Delivery': 'docs/open-delivery',
    'Open Delivery API': 'open-delivery/docs',
    Portal: 'portal/',
    [forCouriers]: 'courier/docs/guide',
    [forPlatforms]: 'platform/docs/guide',
    [events]: 'docs/events',
    [changelog]: 'docs/changelog',
  },
});
const merchantSite = merchantSiteIn(english);
/** The document of an API, and its reference: a first page in each language, and a page for each tag. */
const writeReference = (
  prefix: string,
  document: JsonObject,
  {
    authorization,
    sites,
  }: { authorization: string; sites: Readonly<Record<string, Parameters<typeof renderReference>[0]>> },
): void => {
  const parts = splitDocument(addSamples(document, authorization));
  const toPage = ({ slug }: DocumentPart, id: string) => `docs/reference-${slug}#operation/${id}`;
  const start = renderReferenceStart(document, parts, toPage);
  // Programs read documents, not pages that a script draws.
  const toDocument = ({ slug }: DocumentPart) => `reference-${slug}.json`;
  write(`${prefix}reference.md`, renderReferenceStart(document, parts, toDocument));
  for (const [file, site] of Object.entries(sites)) write(`${prefix}${file}`, renderReferencePage(site, start));
  const [site] = Object.values(sites);
  for (const part of parts) {
    writeJson(`${prefix}reference-${part.slug}.json`, part.document);
    if (site) write(`${prefix}reference-${part.slug}.html`, renderReference(site, part, parts));
  }
};
const merchantApi = buildMerchantApi();
writeJson('openapi.json', openEnums(merchantApi));
writeReference('', merchantApi, {
  authorization: 'Basic base64(key:token)',
  sites: Object.fromEntries(
    guideLanguages.map((language) => [language.reference.file, { ...merchantSiteIn(language), language }]),
  ),
});
const courierSite = { title: 'Delivery orders: couriers', hasGuide: true, beside: { Events: 'docs/events' } };
const courierApi = buildCourierApi();
writeJson('courier-openapi.json', openEnums(courierApi));
writeReference('courier-', courierApi, { authorization: 'Bearer ctok_…', sites: { 'docs.html': courierSite } });
const platformSite = { title: 'Delivery orders: platforms', hasGuide: true, beside: { Events: 'docs/events' } };
const platformApi = buildPlatformApi();
writeJson('platform-openapi.json', openEnums(platformApi));
writeReference('platform-', platformApi, { authorization: 'Bearer ptok_…', sites: { 'docs.html': platformSite } });
const standard: unknown = JSON.parse(read(resolve('@delivery/open-delivery/standard.json')));
if (!isObject(standard)) throw new Error('the document of Open Delivery is no object');
const openDeliveryApi = buildOpenDeliveryApi(standard);
writeJson('open-delivery-openapi.json', openDeliveryApi);
writeReference('open-delivery-', openDeliveryApi, {
  authorization: 'Bearer <access token>',
  sites: {
    'docs.html': { title: 'Open Delivery', hasGuide: false, beside: { Guide: '../docs/open-delivery' } },
  },
});
const operatorSite = {
  title: 'Delivery orders: operator',
  hasGuide: false,
  beside: { Operations: 'docs/operations' },
};
const operatorApi = buildOperatorApi();
writeJson('operator-openapi.json', openEnums(operatorApi));
writeReference('operator-', operatorApi, {
  authorization: 'Bearer operator-token',
  sites: { 'docs.html': operatorSite },
});
writeJson('asyncapi.json', buildAsyncApi());
write('changeable-fields-table.md', `${changeableFieldsTable}\n`);
/** A page from Markdown, and the same for programs. */
const writeGuide = (name: string, site: Omit<Parameters<typeof renderGuide>[0], 'markdown'>, text: string): void => {
  const path = (site.here ?? `docs/${site.language?.path ?? 'guide'}`).replace(/^.*\//, '');
  write(`${name}.html`, renderGuide({ ...site, markdown: `${path}.md` }, text));
  write(`${name}.md`, text);
};

const served = {
  ...Object.fromEntries(receivers.map(({ source, name }) => [`../${source}`, `receivers/${name}`])),
  'open-delivery.md': 'open-delivery',
  'coming-from.md': 'coming-from',
  'openapi.json': '../docs',
};
for (const language of guideLanguages) {
  const site = { ...merchantSiteIn(language), language };
  writeGuide(language.file, site, withServedLinks(read(new URL(language.source, docs)), served));
}
const beside = {
  'merchants.md': 'guide',
  'couriers.md': '../courier/docs/guide',
  'platforms.md': '../platform/docs/guide',
};
for (const name of ['open-delivery', 'coming-from'])
  writeGuide(
    name,
    { ...merchantSite, here: `docs/${name}` },
    withServedLinks(read(new URL(`${name}.md`, docs)), beside),
  );
const changelog = read(new URL('CHANGELOG.md', root));
const inDocs = Object.fromEntries(
  Object.entries({ ...served, ...beside }).map(([file, path]) => [`docs/${file}`, path]),
);
writeGuide('changelog', { ...merchantSite, here: 'docs/changelog' }, withServedLinks(changelog, inDocs));
writeGuide('events', { ...merchantSite, here: 'docs/events' }, renderEvents(merchantWebhooks, webhookHeaders));
const inCouriers = { '../examples/courier.py': 'courier.py', 'merchants.md': '../../docs/guide' };
writeGuide('courier-guide', courierSite, withServedLinks(read(new URL('couriers.md', docs)), inCouriers));
writeGuide('courier-events', { ...courierSite, here: 'docs/events' }, renderEvents(courierWebhooks, webhookHeaders));
const inPlatforms = { 'merchants.md': '../../docs/guide' };
writeGuide('platform-guide', platformSite, withServedLinks(read(new URL('platforms.md', docs)), inPlatforms));
writeGuide(
  'platform-events',
  { ...platformSite, here: 'docs/events' },
  renderEvents(merchantWebhooks, platformWebhookHeaders),
);
const operations = read(new URL('operations.md', docs));
writeGuide('operations', { ...operatorSite, here: 'docs/operations' }, withServedLinks(operations));
write('llms.txt', renderLlms());
write('icon.svg', read(new URL('packages/console/src/icon.svg', root)));
write('courier.py', read(new URL('examples/courier.py', root)));
write(vectors, read(new URL(vectors, docs)));

for (const { source, name } of receivers) write(name, read(new URL(source, root)));
packClient();
for (const name of ['guide.js', 'find-sections.js', 'find-call.js', 'reference.js']) write(name, readScript(name));
write('redoc.js', withoutLogo(read(resolve('redoc/bundles/redoc.standalone.js'))));
write(redocLicences, read(resolve(`redoc/bundles/${redocLicences}`)));
const styles = ['github-markdown-css/github-markdown.css', 'highlight.js/styles/a11y-light.css'];
write(
  'style.css',
  `${styles.map((name) => read(resolve(name))).join('\n')}
@media (prefers-color-scheme: dark) {
${read(resolve('highlight.js/styles/a11y-dark.css'))}
}
${read(new URL('../../src/page/style.css', import.meta.url))}`,
);
