import { createInterface } from 'node:readline';
import { createClient } from '@delivery/client';
import { fetchPulls } from './fetch-pulls.js';
import { receivePushes } from './receive-pushes.js';
import { sell } from './sell.js';
import { createTill } from './till.js';

/** A variable that there is no till without. */
const need = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: examples/README.md says where it comes from`);
  return value;
};

const client = createClient({
  baseUrl: need('DELIVERY_BASE_URL'),
  key: need('DELIVERY_KEY'),
  token: need('DELIVERY_TOKEN'),
});
const print = (line: string) => process.stdout.write(`${line}\n`);
// During a rotation both secrets, with a space between them.
const till = createTill({ client, secrets: need('WEBHOOK_SECRET').split(' '), print });

const pullEndpoint = process.env['PULL_ENDPOINT'];
if (pullEndpoint) {
  // An error ends the till: webhooks that it has not handled come again at its next start.
  void fetchPulls(till, { client, endpointId: pullEndpoint });
  print(`fetching webhooks of ${pullEndpoint}; type a dish and Enter to sell one`);
} else {
  const port = Number(process.env['PORT'] ?? 3000);
  await receivePushes(till, port);
  print(`webhooks at http://localhost:${port}/hooks; type a dish and Enter to sell one`);
}

for await (const dish of createInterface({ input: process.stdin })) {
  const order = await sell(client, dish).catch((error: unknown) => String(error));
  print(`sold  ${dish}: ${order}`);
}
