import { endpointName } from '../../ui/format.js';
import { type Tone, ToneIcon } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { ActivitySubject, describeActor, describeWhy } from '../activity/describe-activity.js';
import { EndpointOf } from '../endpoints/owner-link.js';
import { text } from '../text/index.js';
import type { Change, OpenBreaker } from './rules/recent-changes.js';

const shownMax = 10;

const tones: Readonly<Record<Change['kind'], Tone>> = {
  done: 'idle',
  failing: 'warn',
  overdue: 'bad',
  caughtUp: 'good',
  unbalanced: 'bad',
};

export const RecentChanges = ({ changes, replays }: { changes: readonly Change[]; replays: number }) => {
  const t = text().now;
  return (
    <section class="card" aria-labelledby="changed">
      <h2 id="changed">{t.changed}</h2>
      {replays > 0 && (
        <p class="state-line">
          <ToneIcon tone="info" /> {t.replaysRunning(replays)}
        </p>
      )}
      {changes.length === 0 && <p class="quiet">{t.changedNone}</p>}
      <ul class="changes">
        {changes.slice(0, shownMax).map((change) => (
          <li key={keyOf(change)}>
            <ToneIcon tone={tones[change.kind]} />
            <div>
              <p>{tell(change)}</p>
              {change.kind === 'failing' && <FailingEndpoint endpoint={change.endpoint} />}
              {change.kind === 'done' && <ActivitySubject entry={change.entry} />}
            </div>
            <Ago at={change.at} />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Of which there may be several at one time. */
const keyOf = (change: Change): string => {
  if (change.kind === 'done') return String(change.entry.id);
  return `${change.kind} ${change.at} ${change.kind === 'failing' ? change.endpoint.id : ''}`;
};

const FailingEndpoint = ({ endpoint }: { endpoint: OpenBreaker }) => (
  <EndpointOf
    id={endpoint.id}
    name={endpointName(endpoint)}
    owner={{ id: endpoint.merchant_id, name: endpoint.merchant_name }}
  />
);

const tell = (change: Change): string => {
  const { now, activity } = text();
  if (change.kind !== 'done') return now.change[change.kind];
  const { entry } = change;
  const why = describeWhy(entry);
  return `${activity.actions[entry.action]}, ${describeActor(entry)}${why === '' ? '' : `: ${why}`}`;
};
