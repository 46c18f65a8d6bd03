import { mkdirSync, writeFileSync } from 'node:fs';
import { buildAsyncApi } from '../build-async-api.js';
import { buildMerchantApi } from '../build-merchant-api.js';
import { buildOperatorApi } from '../build-operator-api.js';
import type { JsonObject } from '../json.js';
import { errorsTable } from '../openapi/errors-table.js';
import { renderPage } from '../page/render-page.js';
import { scenariosTable } from '../schemas/scenarios.js';

/** Runs at build time: services read these files, and need neither the generator nor zod's conversion. */
const directory = new URL('../published/', import.meta.url);
const toText = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`;

mkdirSync(directory, { recursive: true });
const merchantApi = buildMerchantApi();
writeFileSync(new URL('openapi.json', directory), toText(merchantApi));
const operatorApi = buildOperatorApi();
writeFileSync(new URL('docs.html', directory), renderPage(merchantApi));
writeFileSync(new URL('operator-openapi.json', directory), toText(operatorApi));
writeFileSync(new URL('operator-docs.html', directory), renderPage(operatorApi));
writeFileSync(new URL('asyncapi.json', directory), toText(buildAsyncApi()));
writeFileSync(new URL('errors-table.md', directory), `${errorsTable('merchant')}\n`);
writeFileSync(new URL('scenarios-table.md', directory), `${scenariosTable}\n`);
