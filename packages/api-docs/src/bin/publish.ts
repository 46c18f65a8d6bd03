import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildAsyncApi } from '../build-async-api.js';
import { buildMerchantApi } from '../build-merchant-api.js';
import { buildOperatorApi } from '../build-operator-api.js';
import { renderGuide } from '../guide/render-guide.js';
import type { JsonObject } from '../json.js';
import { errorsTable } from '../openapi/errors-table.js';
import { renderPage } from '../page/render-page.js';
import { merchantSite, operatorSite } from '../page/site.js';
import { assets } from '../published-files.js';
import { merchantLanguages } from '../samples/languages.js';
import { curlFor, merchantAccess, operatorAccess } from '../samples/languages/curl.js';
import { attemptErrorsTable } from '../schemas/attempt-errors.js';
import { scenariosTable } from '../schemas/scenarios.js';
import { referenceEntries } from '../search/reference-entries.js';
import { style } from '../style/style.js';

/** Runs at build time: services read these files, and need neither the generators nor zod's conversion. */
const directory = new URL('../published/', import.meta.url);
const docs = new URL('../../../../docs/', import.meta.url);
const vectors = 'webhook-signature-vectors.json';

const write = (name: string, text: string): void => writeFileSync(new URL(name, directory), text);
const writeJson = (name: string, value: JsonObject): void => write(name, `${JSON.stringify(value, null, 2)}\n`);

mkdirSync(directory, { recursive: true });
const merchantApi = buildMerchantApi();
writeJson('openapi.json', merchantApi);
write('docs.html', renderPage(merchantApi, merchantSite, [curlFor(merchantAccess), ...merchantLanguages]));
const operatorApi = buildOperatorApi();
writeJson('operator-openapi.json', operatorApi);
write('operator-docs.html', renderPage(operatorApi, operatorSite, [curlFor(operatorAccess)]));
writeJson('asyncapi.json', buildAsyncApi());
write('errors-table.md', `${errorsTable('merchant')}\n`);
write('attempt-errors-table.md', `${attemptErrorsTable}\n`);
write('scenarios-table.md', `${scenariosTable}\n`);

const markdown = readFileSync(new URL('merchants.md', docs), 'utf8');
const guide = renderGuide({ markdown, document: merchantApi, site: merchantSite, served: [vectors] });
write('guide.html', guide.page);
write(vectors, readFileSync(new URL(vectors, docs), 'utf8'));
write('search.json', JSON.stringify([...guide.entries, ...referenceEntries(merchantApi)]));
write('operator-search.json', JSON.stringify(referenceEntries(operatorApi)));
write('style.css', style.trimStart());

/** As the browser finds them: the library by its path, and without a map that is not served. */
const minisearch = createRequire(import.meta.url)
  .resolve('minisearch')
  .replace('/cjs/index.cjs', '/es/index.js');
for (const { file } of assets.filter(({ file: name }) => name.endsWith('.js'))) {
  const source = file === 'minisearch.js' ? minisearch : new URL(`../browser/${file}`, import.meta.url);
  const text = readFileSync(source, 'utf8');
  write(file, text.replaceAll("'minisearch'", "'./minisearch.js'").replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}
