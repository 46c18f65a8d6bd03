import type { EndpointView, MisbehaviourKind, MisbehaviourResult } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { describeError } from '../../webhooks/delivery-state.js';
import { changes } from '../api/changes.js';
import { doNow } from '../do-now.js';
import { text } from '../text/index.js';

const kinds = [
  'wrong_signature',
  'stale_timestamp',
  'duplicate',
  'gap',
  'exhaust',
] as const satisfies readonly MisbehaviourKind[];

type MisbehaveProps = { endpoint: EndpointView; onDone: () => void };

/** Faults on demand, and what the receiver made of the newest one. */
export const MisbehaveCard = ({ endpoint, onDone }: MisbehaveProps) => {
  const t = text().courier;
  const ask = (kind: MisbehaviourKind) =>
    doNow(async () => {
      await changes.misbehave(endpoint.id, kind);
      onDone();
    });
  return (
    <section class="card" aria-labelledby="misbehave">
      <h2 id="misbehave">{t.misbehave}</h2>
      <p class="quiet">{t.misbehaveText}</p>
      <ul class="faults">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={ask(kind)}>
              {t.misbehaviour[kind]}
            </button>
            <span class="quiet">{t.misbehaviourHint[kind]}</span>
          </li>
        ))}
      </ul>
      <div class="fault-state" role="status">
        {endpoint.misbehaviour && <p>{t.asked(t.misbehaviour[endpoint.misbehaviour.kind])}</p>}
        {endpoint.last_misbehaviour ? (
          <LastFault result={endpoint.last_misbehaviour} />
        ) : (
          <p class="quiet">{t.never}</p>
        )}
      </div>
    </section>
  );
};

const LastFault = ({ result }: { result: MisbehaviourResult }) => {
  const t = text().courier;
  const { status_code, error_code } = result;
  const failed = error_code === null ? t.noAnswer : describeError(error_code);
  return (
    <p>
      <Badge tone={result.handled ? 'good' : 'bad'}>{result.handled ? t.handled : t.unhandled}</Badge>{' '}
      {t.last(t.misbehaviour[result.kind], status_code === null ? failed : String(status_code))} <Ago at={result.at} />
    </p>
  );
};
