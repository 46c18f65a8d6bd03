import { clientFile, receivers } from '../published-files.js';

/** The files that agents need, with their subjects. Paths are from the service's root. */
const sections = {
  Guides: {
    'docs/guide.md': 'for merchants: orders, webhooks, replays, the sandbox, all errors',
    'docs/reference.md': 'every call of the merchants’ API by subject, and all its errors',
    'docs/events.md': 'every webhook: when it is sent, its headers, its body, a command that sends it to a receiver',
    'docs/open-delivery.md': 'for tills that speak Open Delivery',
    'docs/coming-from.md': 'names of Uber Direct, DoorDash Drive and Svix',
    'courier/docs/guide.md': 'for couriers’ systems: find, accept and report deliveries',
    'courier/docs/events.md': 'every webhook to couriers’ systems',
    'platform/docs/guide.md': 'for platforms: merchants, one webhook endpoint for all of them',
    'docs/changelog.md': 'what changed',
  },
  'OpenAPI documents': {
    'openapi.json': 'the merchants’ API',
    'courier/openapi.json': 'the couriers’ API',
    'platform/openapi.json': 'the platforms’ API',
    'open-delivery/openapi.json': 'Open Delivery, as far as it is served',
  },
  Code: {
    [`docs/${clientFile}`]: 'a typed client and a command line, without dependencies: `npm install <this URL>`',
    ...Object.fromEntries(
      receivers.map(({ name, language }) => [`docs/receivers/${name}`, `a receiver of webhooks in ${language}`]),
    ),
    'docs/webhook-signature-vectors.json': 'signatures to test a verifier with',
  },
};

/** The index of these files (llmstxt.org). */
export const renderLlms = (): string => `# Delivery orders

> Restaurants and platforms send delivery orders over HTTP, say when they are ready, and learn by signed webhooks what happens to them.
> Webhooks come at least once and in order within an order. Sending a create, ready or cancel again is always safe.
> Agents find calls as tools at /mcp (Model Context Protocol, streamable HTTP); the guide for merchants says how, under “Agents”.
${Object.entries(sections)
  .map(
    ([title, files]) =>
      `\n## ${title}\n\n${Object.entries(files)
        .map(([path, about]) => `- [${path}](${path}): ${about}`)
        .join('\n')}\n`,
  )
  .join('')}`;
