import { hrefTo } from '../../shell/router.js';
import { type Tone, ToneIcon } from '../../ui/icons.js';
import { Ago } from '../../ui/time.js';
import { ActivitySubject, describeActor, describeWhy } from '../activity/describe-activity.js';
import { text } from '../text/index.js';
import type { Change } from './rules/recent-changes.js';

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
          <li key={`${change.kind} ${change.at} ${change.kind === 'done' ? change.entry.id : ''}`}>
            <ToneIcon tone={tones[change.kind]} />
            <div>
              <p>{tell(change)}</p>
              {'endpointId' in change && (
                <a class="address" href={hrefTo(['endpoints', change.endpointId])}>
                  {change.url ?? change.endpointId}
                </a>
              )}
              {change.kind === 'done' && <ActivitySubject entry={change.entry} />}
            </div>
            <Ago at={change.at} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const tell = (change: Change): string => {
  const { now, activity } = text();
  if (change.kind !== 'done') return now.change[change.kind];
  const { entry } = change;
  const why = describeWhy(entry);
  return `${activity.actions[entry.action]}, ${describeActor(entry)}${why === '' ? '' : `: ${why}`}`;
};
