// The demo of docker-compose.yml: a sandbox merchant and its server, in one process without dependencies. Makes the merchant by the
// operator API, prints its credentials and a line to paste, and prints each webhook with the result of the signature check.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const print = (line) => process.stdout.write(`${line}\n`);

const createMerchant = async () => {
  const answer = await fetch(`${required('ORDER_STATE_URL')}/operator/v1/merchants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${required('OPERATOR_TOKEN')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Demo', mode: 'sandbox', webhook_url: required('WEBHOOK_URL') }),
  });
  if (answer.status !== 201) throw new Error(`no merchant: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Standard Webhooks: HMAC-SHA256 of id.timestamp.body; one good signature among several is enough. */
const isSigned = (secret, headers, body) => {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
};

const readBody = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const order = {
  display_id: '0007',
  customer: { name: 'Demo Customer', phone: '11987654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    street: 'Avenida Paulista',
    number: '1000',
    coordinates: { latitude: -23.5646, longitude: -46.6527 },
  },
  payment: { prepaid: 4500, pending: 0, methods: [{ value: 4500, method: 'PIX', type: 'ONLINE' }] },
};

const printWelcome = ({ key, token }) => {
  const url = `${required('INTAKE_API_URL')}/v1/external-orders`;
  const credentials = `key=${key}&token=${token}`;
  print(`merchant: key ${key}  token ${token}`);
  print('Create an order, then mark it ready; a simulated courier, 60 times as fast as a real one, does the rest:');
  const body = JSON.stringify({ external_id: `demo-${Date.now()}`, ...order });
  print(
    `ID=$(curl -sS '${url}?${credentials}' -H 'Sandbox-Speed: 60' -H 'content-type: application/json' -d '${body}' | tee /dev/stderr | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')`,
  );
  print(`curl -sS -X POST "${url}/$ID/ready?${credentials}"`);
};

let secret;
const answer = async (request, response) => {
  if (request.method === 'GET') return response.writeHead(secret ? 200 : 503).end();
  const body = await readBody(request);
  if (!secret) return response.writeHead(503).end();
  const signed = isSigned(secret, request.headers, body);
  const attempt = request.headers['webhook-attempt'];
  print(
    `webhook ${request.headers['webhook-sequence']} (attempt ${attempt}, signature ${signed ? 'ok' : 'WRONG'}) ${body}`,
  );
  response.writeHead(signed ? 200 : 401).end();
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    print(`webhook not read: ${error.message}`);
    response.destroy();
  });
});
await new Promise((resolve) => server.listen(Number(required('PORT')), resolve));
process.on('SIGTERM', () => process.exit(0));
const merchant = await createMerchant();
secret = merchant.webhook_endpoint.secret;
printWelcome(merchant);
