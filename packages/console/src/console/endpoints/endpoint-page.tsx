import type { OperatorEndpoint } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { DetailPage } from '../../shell/detail-page.js';
import { ActionButton, OpenButton } from '../../ui/buttons.js';
import type { Fact } from '../../ui/cards.js';
import { formatCount } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { say } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { CatchUpButton, FaultBadge, SwitchButton } from '../../webhooks/endpoint.js';
import { EndpointDetail } from '../../webhooks/endpoint-page.js';
import { ReplayDialog } from '../../webhooks/replays.js';
import { ownerPath, reads, webhookOwner } from '../calls.js';
import { text } from '../text/index.js';
import { OwnerLink } from './endpoints-page.js';
import { conditionOf } from './rules/endpoint-health.js';

type PageProps = { id: string; query: URLSearchParams };

export const EndpointPage = ({ id, query }: PageProps) => {
  const t = text();
  const live = useLive(reads.endpoint(id));
  return (
    <DetailPage list={{ place: ['endpoints'], title: t.endpoints.title }} title={t.endpoints.detail} live={live}>
      {(endpoint) => <Endpoint endpoint={endpoint} live={live} query={query} />}
    </DetailPage>
  );
};

type EndpointProps = { endpoint: OperatorEndpoint; live: Live<OperatorEndpoint>; query: URLSearchParams };

const Endpoint = ({ endpoint, live, query }: EndpointProps) => {
  const t = text();
  // Only lists have its owner's name; a merchant has few endpoints.
  const siblings = useLive(reads.endpoints({ merchant_id: endpoint.merchant_id }));
  const entry = siblings.data.value?.data.find(({ id }) => id === endpoint.id);
  const isDeleted = endpoint.status === 'deleted';
  const refresh = (): void => {
    live.refresh();
    siblings.refresh();
  };
  return (
    <EndpointDetail
      endpoint={endpoint}
      owner={webhookOwner(endpoint.merchant_id)}
      condition={isDeleted ? undefined : conditionOf(endpoint)}
      failingSince={endpoint.window.failing_since}
      history={(span) => reads.endpointHistory(endpoint.id, span)}
      query={query}
      window={endpoint.window}
      buttons={
        isDeleted ? (
          <Badge tone="idle">{t.endpoints.deleted}</Badge>
        ) : (
          may('act') && <EndpointButtons endpoint={endpoint} onDone={refresh} />
        )
      }
      facts={[
        [
          t.endpoints.merchant,
          <OwnerLink id={endpoint.merchant_id} name={entry?.merchant_name ?? endpoint.merchant_id} />,
        ],
        ...operatorFacts(endpoint),
      ]}
    />
  );
};

type ButtonsProps = { endpoint: OperatorEndpoint; onDone: () => void };

const EndpointButtons = ({ endpoint, onDone }: ButtonsProps) => (
  <div class="row-actions">
    {endpoint.type === 'push' && <TestButton endpoint={endpoint} onDone={onDone} />}
    {endpoint.status === 'active' && endpoint.waiting > 0 && <CatchUpButton endpoint={endpoint} onDone={onDone} />}
    <OpenButton label={text().replays.submit}>
      {(close) => (
        <ReplayDialog
          owner={ownerPath(endpoint.merchant_id)}
          endpoint={{ id: endpoint.id, failingSince: endpoint.window.failing_since }}
          onDone={onDone}
          onClose={close}
        />
      )}
    </OpenButton>
    <SwitchButton endpoint={endpoint} onDone={onDone} />
  </div>
);

/** Sends one example, to be looked at before the endpoint counts. */
const TestButton = ({ endpoint, onDone }: ButtonsProps) => {
  const t = text().endpoints;
  return (
    <ActionButton
      name={`${endpoint.id}.test`}
      label={t.test}
      title={t.testTitle}
      act={async (action) => {
        await webhookChanges.testEndpoint(endpoint.id, action);
        say(t.testNotice, 'info');
        onDone();
      }}
    >
      <p>{t.testText}</p>
      <p class="address quiet">{endpoint.url}</p>
    </ActionButton>
  );
};

/** Facts for operators alone. */
const operatorFacts = ({
  window,
  disabled_at,
  signature,
  public_key,
  secret,
  fault,
  last_fault,
}: OperatorEndpoint): Fact[] => {
  const {
    endpoints,
    endpointFacts: t,
    fault: { kind },
  } = text();
  return [
    [endpoints.inFlight, endpoints.windowValue(formatCount(window.in_flight), formatCount(window.size))],
    ...(disabled_at === null ? [] : [[endpoints.disabledAt, <Ago at={disabled_at} />] as const]),
    [t.signature, <code>{public_key ?? signature}</code>] as const,
    [t.secret, secret.created_at === null ? t.secretOld : <Ago at={secret.created_at} />],
    ...(secret.older_valid_until === null ? [] : [[t.older, <Ago at={secret.older_valid_until} />] as const]),
    ...(fault
      ? [
          [
            t.fault,
            <>
              {kind[fault.kind]}, <Ago at={fault.at} />
            </>,
          ] as const,
        ]
      : []),
    ...(last_fault
      ? [
          [
            t.lastFault,
            <>
              {kind[last_fault.kind]}, <Ago at={last_fault.at} /> <FaultBadge fault={last_fault} />
            </>,
          ] as const,
        ]
      : []),
  ];
};
