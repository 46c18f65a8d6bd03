import type { EndpointView, FaultKind, FaultResult } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { doNow } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { describeError } from '../../webhooks/delivery-table.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

const kinds = [
  'wrong_signature',
  'stale_timestamp',
  'duplicate',
  'gap',
  'exhaust',
] as const satisfies readonly FaultKind[];

type InjectFaultProps = { endpoint: EndpointView; onDone: () => void };

/** Faults on demand, and the receiver's answer to the newest one. */
export const InjectFaultCard = ({ endpoint, onDone }: InjectFaultProps) => {
  const t = text().courier;
  const ask = (kind: FaultKind) =>
    doNow(async () => {
      await changes.injectFault(endpoint.id, kind);
      onDone();
    });
  return (
    <section class="card" aria-labelledby="injectFault">
      <h2 id="injectFault">{t.injectFault}</h2>
      <p class="quiet">{t.injectFaultText}</p>
      <ul class="faults">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={ask(kind)}>
              {t.fault[kind]}
            </button>
            <span class="quiet">{t.faultHint[kind]}</span>
          </li>
        ))}
      </ul>
      <div class="fault-state" role="status">
        {endpoint.fault && <p>{t.asked(t.fault[endpoint.fault.kind])}</p>}
        {endpoint.last_fault ? <LastFault result={endpoint.last_fault} /> : <p class="quiet">{t.never}</p>}
      </div>
    </section>
  );
};

const LastFault = ({ result }: { result: FaultResult }) => {
  const t = text().courier;
  const { status_code, error_code } = result;
  const failed = error_code === null ? t.noAnswer : describeError(error_code);
  return (
    <p>
      <Badge tone={result.handled ? 'good' : 'bad'}>{result.handled ? t.handled : t.unhandled}</Badge>{' '}
      {t.last(t.fault[result.kind], status_code === null ? failed : String(status_code))} <Ago at={result.at} />
    </p>
  );
};
