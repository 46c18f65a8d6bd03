import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../files/kept-json.js';

const demoSchema = z.object({
  merchant_id: z.string(),
  key: z.string(),
  token: z.string(),
  webhook_endpoint: z.object({ id: z.string(), secret: z.string() }),
  receiverPort: z.number(),
});
export type DemoMerchant = z.infer<typeof demoSchema>;

type DemoDeps = {
  dataDir: string;
  orderStateUrl: string;
  intakeUrl: string;
  operatorToken: string;
  /** The port of the receiver: the stored one, if it is free. */
  choosePort: (kept: number | undefined) => Promise<number>;
};

/** The merchant of earlier starts, with its webhooks moved to the receiver's current port; else a new one. */
export const provideDemoMerchant = async (deps: DemoDeps): Promise<DemoMerchant> => {
  const path = join(deps.dataDir, 'demo.json');
  const kept = demoSchema.safeParse(readKeptJson(path)).data;
  const receiverPort = await deps.choosePort(kept?.receiverPort);
  if (kept && (await isKnown(deps, kept))) {
    if (kept.receiverPort !== receiverPort) await moveEndpoint(deps, kept, receiverPort);
    const demo = { ...kept, receiverPort };
    keepJson(path, demo);
    return demo;
  }
  const created = await call(`${deps.orderStateUrl}/operator/v1/merchants`, deps.operatorToken, {
    name: 'Demo Pizzeria',
    mode: 'sandbox',
    webhook_url: receiverUrl(receiverPort),
    ...action,
  });
  const demo = demoSchema.parse({ ...created, receiverPort });
  keepJson(path, demo);
  return demo;
};

/** For the activity log. */
const action = { by: 'npm start', reason: 'the demo was started' };

const receiverUrl = (port: number): string => `http://127.0.0.1:${port}/webhooks`;

/** A new database does not know the stored merchant. */
const isKnown = async (deps: DemoDeps, demo: DemoMerchant): Promise<boolean> => {
  const response = await fetch(`${deps.orderStateUrl}/operator/v1/merchants/${demo.merchant_id}`, {
    headers: { authorization: `Bearer ${deps.operatorToken}` },
  });
  await response.body?.cancel();
  return response.ok;
};

const moveEndpoint = async (deps: DemoDeps, demo: DemoMerchant, port: number): Promise<void> => {
  const response = await fetch(`${deps.intakeUrl}/v1/webhook-endpoints/${demo.webhook_endpoint.id}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${demo.key}:${demo.token}`).toString('base64')}`,
    },
    body: JSON.stringify({ url: receiverUrl(port) }),
  });
  if (!response.ok) throw new Error(`the demo's webhook endpoint could not be moved: ${response.status}`);
};

/** An address that signs in to the demo's portal, once. `undefined`: an operator has disabled the merchant. */
export const provideDemoLink = async (
  deps: Pick<DemoDeps, 'orderStateUrl' | 'operatorToken'>,
  { merchant_id: merchantId }: DemoMerchant,
): Promise<string | undefined> => {
  const url = `${deps.orderStateUrl}/operator/v1/merchants/${merchantId}/portal-links`;
  const response = await post(url, deps.operatorToken, {
    scope: 'full',
    ...action,
  });
  const answer = z.looseObject({}).parse(await response.json());
  if (answer['code'] === 'merchant_disabled') return undefined;
  if (!response.ok) throw new Error(`no link to the demo's portal could be made: ${JSON.stringify(answer)}`);
  return z.object({ url: z.string() }).parse(answer).url;
};

const post = (url: string, bearer: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });

const call = async (url: string, bearer: string, body: object): Promise<object> => {
  const response = await post(url, bearer, body);
  if (!response.ok) throw new Error(`the demo could not be made: ${response.status} ${await response.text()}`);
  return z.looseObject({}).parse(await response.json());
};
