import type { EndpointHistory } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { get } from '../api/request.js';
import { hrefTo } from '../shell/router.js';
import { text } from '../text/index.js';
import { endpointName } from '../ui/format.js';
import { endpointPath, type ListedEndpoint, type WebhookOwner } from './calls.js';
import { EndpointDay } from './endpoint.js';

const everyMs = 60_000;
/** Each is a call. A merchant has one or two; the page of each one shows the same. */
const shownMax = 5;

/** How fast the owner's receivers answered in the last 24 hours. */
export const ReceiverTimes = ({ owner }: { owner: WebhookOwner }) => {
  const endpoints = useLive(owner.endpoints, everyMs).data.value?.data ?? [];
  if (endpoints.length === 0) return null;
  return (
    <section class="card" aria-labelledby="receivers">
      <h2 id="receivers">{text().orderTimes.receivers}</h2>
      {endpoints.slice(0, shownMax).map((endpoint) => (
        <ReceiverDay key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  );
};

const ReceiverDay = ({ endpoint }: { endpoint: ListedEndpoint }) => {
  const history = useLive(get<EndpointHistory>(endpointPath(endpoint.id, '/history'), { span: 'hour' }), everyMs);
  const day = history.data.value?.day;
  return (
    <>
      <h3>
        <a href={hrefTo(['endpoints', endpoint.id])}>{endpointName(endpoint)}</a>
      </h3>
      {day && <EndpointDay type={endpoint.type} day={day} />}
    </>
  );
};
