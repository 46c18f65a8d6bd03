import type { EndpointView } from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { DetailPage } from '../../shell/detail-page.js';
import { EndpointDetail } from '../../webhooks/endpoint-page.js';
import { own, reads } from '../calls.js';
import { isSandbox } from '../owner.js';
import { InjectFaultCard } from '../sandbox/sandbox-cards.js';
import { text } from '../text/index.js';
import { EndpointButtons } from './endpoint-buttons.js';
import { conditionOf } from './rules/endpoint-health.js';
import { signatureFacts } from './signature.js';

const summaryEveryMs = 5_000;

type PageProps = { id: string; query: URLSearchParams };

export const EndpointPage = ({ id, query }: PageProps) => {
  const t = text().endpoints;
  const live = useLive(reads.endpoint(id));
  return (
    <DetailPage list={{ place: ['endpoints'], title: t.title }} title={t.detail} live={live}>
      {(endpoint) => <Endpoint endpoint={endpoint} live={live} query={query} />}
    </DetailPage>
  );
};

type EndpointProps = { endpoint: EndpointView; live: Live<EndpointView>; query: URLSearchParams };

const Endpoint = ({ endpoint, live, query }: EndpointProps) => {
  const { id, type, format } = endpoint;
  const summary = useLive(reads.summary(), summaryEveryMs).data.value;
  const failingSince = summary?.endpoints.find((each) => each.id === id)?.failing_since;
  return (
    <EndpointDetail
      endpoint={endpoint}
      owner={own}
      condition={conditionOf(endpoint, summary)}
      failingSince={failingSince}
      history={(span) => reads.endpointHistory(id, span)}
      query={query}
      buttons={<EndpointButtons endpoint={endpoint} failingSince={failingSince} onDone={live.refresh} />}
      facts={signatureFacts(endpoint)}
    >
      {isSandbox.value && mayChange.value && type === 'push' && format === 'standard_webhooks' && (
        <InjectFaultCard endpoint={endpoint} onDone={live.refresh} />
      )}
    </EndpointDetail>
  );
};
