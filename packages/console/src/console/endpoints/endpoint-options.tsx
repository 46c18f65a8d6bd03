import type { EndpointHistory, OperatorEndpoint } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { formatCount } from '../../ui/format.js';
import { Badge } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { describeError } from '../../webhooks/delivery-table.js';
import { ownerPlace } from '../api/owners.js';
import { text } from '../text/index.js';

/** The merchant's settings of it, and the age of its secret. */
export const optionFacts = (endpoint: OperatorEndpoint) => {
  const t = text().endpointFacts;
  const { secret, header, max_per_second: pace, fault: fault, last_fault: lastFault } = endpoint;
  return [
    [t.secret, secret.created_at === null ? t.secretOld : <Ago at={secret.created_at} />] as const,
    ...(secret.older_valid_until === null ? [] : [[t.older, <Ago at={secret.older_valid_until} />] as const]),
    ...(endpoint.type === 'pull'
      ? []
      : [
          [text().endpoints.header, header ? <code>{`${header.name}: ${header.value}`}</code> : t.headerNone] as const,
          [text().endpoints.pace, pace === null ? t.paceNone : t.paceValue(formatCount(pace))] as const,
        ]),
    ...(fault
      ? [
          [
            t.fault,
            <>
              {t.faultKind[fault.kind]}, <Ago at={fault.at} />
            </>,
          ] as const,
        ]
      : []),
    ...(lastFault ? [[t.lastFault, <LastFault fault={lastFault} />] as const] : []),
  ];
};

const LastFault = ({ fault }: { fault: NonNullable<OperatorEndpoint['last_fault']> }) => {
  const t = text().endpointFacts;
  return (
    <>
      {t.faultKind[fault.kind]}, <Ago at={fault.at} />{' '}
      <Badge tone={fault.handled ? 'good' : 'bad'}>{fault.handled ? t.handled : t.notHandled}</Badge>
    </>
  );
};

type LastErrorProps = { endpoint: OperatorEndpoint; history: EndpointHistory | undefined };

/** With the way to the delivery that met it. */
export const LastError = ({ endpoint, history }: LastErrorProps) => {
  const t = text();
  if (history === undefined) return <>…</>;
  const error = history.last_error;
  // Failures of the last seconds are counted at the minute's end.
  const isFailing = endpoint.window.failing_since !== null;
  if (error === null) return <>{isFailing ? t.endpointHistory.lastErrorSoon : t.endpointHistory.lastErrorNone}</>;
  const { status_code: status, error_code: code } = error;
  const what = status === null ? describeError(code ?? '') : t.deliveries.status(status);
  return (
    <>
      <a href={hrefTo([...ownerPlace(endpoint.merchant_id), 'deliveries', error.delivery_id])}>{what}</a>,{' '}
      <Ago at={error.at} />
    </>
  );
};
