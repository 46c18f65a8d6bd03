import type { JsonObject, Webhook } from '@delivery/contracts/calls';
import { textAt } from '../json.js';

/** A shell's function that sends a body as the service would: signed with the receiver's secret, now. */
export const sendFunction = `send() {
  local id="msg_example_$RANDOM" at=$(date +%s) key signature
  key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -t x1 | tr -d ' \\n')
  signature=$(printf %s "$id.$at.$1" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  curl -sS -i "$RECEIVER" -H 'content-type: application/json' -H "webhook-id: $id" -H "webhook-timestamp: $at" \\
    -H "webhook-signature: v1,$signature" -H 'webhook-attempt: 1' -H 'webhook-sequence: 1' \\
    -H 'webhook-previous-sequence: 0' -d "$1"
}`;

const renderHeader = (header: JsonObject): string =>
  `| \`${textAt(header, 'name')}\` | ${textAt(header, 'description')} |`;

/** For bash: JSON has no single quotes unless a text has one. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const sendCommand = ({ example }: Webhook): string => `send ${quote(JSON.stringify(example))}`;

const renderEvent = (webhook: Webhook): string => `## \`${webhook.event}\`

${webhook.summary}.

\`\`\`json
${JSON.stringify(webhook.example, null, 2)}
\`\`\`

\`\`\`sh
${sendCommand(webhook)}
\`\`\``;

/**
 * Each event of one API as Markdown: when it is sent, its headers, its body, and a command that sends it to one's own
 * receiver.
 */
export const renderEvents = (webhooks: readonly Webhook[], headers: readonly JsonObject[]): string => `# Events

Each webhook is a \`POST\` of one of the bodies below, with these headers. Types of all fields are in the API reference.

| header | value |
| --- | --- |
${headers.map(renderHeader).join('\n')}

To try your own receiver, give this shell its URL and a secret. Below each body is the command that sends it, signed as the service signs:

\`\`\`sh
export RECEIVER=http://127.0.0.1:3000/ SECRET=whsec_…

${sendFunction}
\`\`\`

${webhooks.map(renderEvent).join('\n\n')}
`;
