import { sharedEn } from '../../text/shared-en.js';

/** Codes that may grow in number: one that is not known here is shown as it is. */
type Open = Readonly<Record<string, string>>;

const reason: Open = {
  gone: 'the server answered 410 Gone',
  failing: 'five days without one success',
  operator: 'by an operator',
  requested: 'by the merchant',
  system_disabled: 'with its courier system',
  platform_disabled: 'with its platform',
};

export const endpointsEn = {
  ...sharedEn.endpoints,
  lead: 'Merchants’ servers that receive webhooks, the largest backlog first.',
  none: 'No endpoint here',
  noneText: 'A merchant adds one with its webhook URL.',
  merchant: 'Merchant',
  inFlight: 'In flight',
  windowValue: (used: string, size: string) => `${used} of ${size}`,
  disabledAt: 'Disabled since',
  testTitle: 'Send a test webhook?',
  testText:
    'One signed example, marked as a test. It is sent even if the endpoint is disabled, and delays no other webhook.',
  deleted: 'Deleted',
  reason,
};

export const endpointFactsEn = {
  signature: 'Signed with',
  secret: 'Secret created',
  secretOld: 'older than the log',
  older: 'The previous secret also signs until',
  fault: 'Requested fault',
  lastFault: 'Last fault',
};
