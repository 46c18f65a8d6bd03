/** Runs wherever the packed client is installed, on any runtime; `origin` is put before it. Prints its observations. */
/* global AbortSignal, console, origin, Request */
import { createClient, ValidationFailed } from '@delivery/client';
import { createMemoryStore, createOrderGuard, signTestWebhook, verify } from '@delivery/client/webhooks';

const client = createClient({ baseUrl: origin, key: 'key_1', token: 'tok_1', retry: { firstWaitMs: 1 } });
const created = await client.orders.create({ external_id: 'A-1' });
const listed = [];
for await (const order of client.orders.list()) listed.push(order.id);
const refused = await client.orders.markReady('1').catch((error) => error);
const aborted = await client.orders
  .get('1', { signal: AbortSignal.abort(new Error('closed')) })
  .catch((error) => error);

const secret = 'whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=';
const webhook = await signTestWebhook({ body: { id: '1', event: 'status_changed' }, secrets: secret });
const event = await verify(new Request('http://localhost/', { method: 'POST', ...webhook }), secret);
const forged = await verify({ ...webhook, body: `${webhook.body} ` }, secret).catch((error) => error);
const publicKey = 'whpk_C9NqXXwlhxk4a38wfaOQRnXj/d9JmBjRdQl6Qj073M8=';
const privateKey = 'whsk_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fgL02pdfCWHGThrfzB9o5BGdeP930mYGNF1CXpCPTvczw==';
const withKey = await signTestWebhook({ body: { id: '1', event: 'order_changed' }, secrets: privateKey });
const guard = createOrderGuard(createMemoryStore());

console.log(
  JSON.stringify({
    created,
    listed,
    refused: refused instanceof ValidationFailed && refused.code,
    aborted: aborted.message,
    event: event.event,
    forged: forged.refusal,
    ed25519: (await verify(withKey, publicKey)).event,
    verdicts: [(await guard.check(event)).kind, (await guard.check(event)).kind],
  }),
);
