import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

/**
 * A merchant's server for the demo: checks each webhook's signature with the independent `standardwebhooks` package,
 * prints it, and answers 200 with an empty JSON object. `PORT` and `WEBHOOK_SECRET` come from the environment.
 */
const { PORT, WEBHOOK_SECRET } = z
  .object({ PORT: z.coerce.number(), WEBHOOK_SECRET: z.string().startsWith('whsec_') })
  .parse(process.env);
const webhook = new Webhook(WEBHOOK_SECRET);
const print = (line: string) => process.stdout.write(`${line}\n`);

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  await once(request, 'end');
  return body;
};

const verify = (body: string, headers: Record<string, string>): string => {
  try {
    webhook.verify(body, headers);
    return 'signature ok';
  } catch {
    return 'SIGNATURE WRONG';
  }
};

const receive = async (request: IncomingMessage): Promise<number> => {
  const body = await readBody(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verdict = verify(body, headers);
  const { 'webhook-sequence': sequence, 'webhook-attempt': attempt } = headers;
  print(`webhook ${sequence ?? '?'} (attempt ${attempt ?? '?'}, ${verdict}) ${body}`);
  return verdict === 'signature ok' ? 200 : 401;
};

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200).end();
    return;
  }
  receive(request).then(
    (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
    () => response.writeHead(400).end(),
  );
});
server.listen(PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
