import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { verify } from '@delivery/client/webhooks';
import { merchantWebhooks } from '@delivery/contracts/calls';
import { isInstalled } from '@delivery/test-support';
import { sendCommand, sendFunction } from '../src/page/events.js';

const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

const isShellHere = ['bash', 'curl', 'openssl', 'base64', 'od'].every(isInstalled);

(isShellHere ? it : it.skip)(
  '[P16] the command below each event sends its body so that a receiver verifies it',
  async () => {
    const received: { request: IncomingMessage; body: string }[] = [];
    const server = createServer(async (request, response) => {
      received.push({ request, body: await text(request) });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const env = { ...process.env, RECEIVER: `http://127.0.0.1:${port}/`, SECRET: secret };
      const script = [sendFunction, ...merchantWebhooks.map(sendCommand)].join('\n');
      await promisify(execFile)('bash', ['-euc', script], { env });
    } finally {
      server.close();
    }
    const verified = received.map(({ request: { headers }, body }) => verify({ headers, body }, secret));
    expect((await Promise.all(verified)).map(({ body }) => body)).toEqual(
      merchantWebhooks.map(({ example }) => example),
    );
  },
);
