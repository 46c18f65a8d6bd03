// Writes k8s/base/webhook-egress.yaml from the ranges that the dispatcher itself refuses.
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { blockedRanges } from '@delivery/address-guard';

// The API server takes an IPv4-mapped network for one of IPv4 and refuses the policy; `::/3` leaves its addresses out all the same.
const cidrs = blockedRanges.map(({ cidr }) => cidr).filter((cidr) => !cidr.startsWith('::ffff:0:0/'));
const policy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'webhook-egress', namespace: 'delivery' },
  spec: {
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'webhook-dispatcher' } },
    policyTypes: ['Egress'],
    egress: [
      {
        to: [
          { ipBlock: { cidr: '0.0.0.0/0', except: cidrs.filter((cidr) => !cidr.includes(':')) } },
          { ipBlock: { cidr: '::/0', except: cidrs.filter((cidr) => cidr.includes(':')) } },
        ],
        // Endpoints may listen on any port.
        ports: [{ protocol: 'TCP', port: 1, endPort: 65535 }],
      },
    ],
  },
};
const head = `# The world, without the ranges that webhooks never go to: a second fence behind the dispatcher's own check of each resolved
# address. Made from packages/address-guard by: npm run render-egress --workspace @delivery/deploy-checks
# What WEBHOOK_BLOCK_NETWORKS names belongs here too, by a patch of your overlay.
`;
const target = new URL('../../../k8s/base/webhook-egress.yaml', import.meta.url);
writeFileSync(target, head + stringify(policy, { lineWidth: 0, singleQuote: true }));
