import type { EndpointChanges, EndpointView } from '@delivery/contracts';
import { formatBounded, formatCount } from '../../ui/format.js';
import { text } from '../text/index.js';
import type { Faults } from './rules/endpoint-settings.js';

type ChangeProps = {
  changes: EndpointChanges;
  /** A form with faults has no consequence to show. */
  faults: Faults;
  endpoint: Pick<EndpointView, 'status' | 'waiting'>;
};

/** The consequences of a change of an endpoint's settings, in words; announced again as they change. */
export const ChangeWords = ({ changes, faults, endpoint }: ChangeProps) => {
  const words = describeChanges(changes, faults, endpoint);
  return (
    <div class="preview" role="status">
      {Object.keys(changes).length === 0 && <p class="quiet">{text().settings.nothing}</p>}
      {words.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </div>
  );
};

const describeChanges = (changes: EndpointChanges, faults: Faults, endpoint: ChangeProps['endpoint']): string[] => {
  const { settings: t, event } = text();
  const { name, url, events, header, max_per_second: pace, oauth_client_id: client } = changes;
  return [
    ...(name === undefined ? [] : [t.named(name)]),
    ...(url === undefined || faults.url ? [] : [describeMove(endpoint), t.secretStays]),
    ...(events === undefined ? [] : [t.tells(events?.map((each) => event[each]).join(', '))]),
    ...(client === undefined || faults.client ? [] : [t.signs(client)]),
    ...(header === undefined ? [] : [header === null ? t.carriesNone : t.carries(header.name)]),
    ...(pace === undefined || faults.pace ? [] : [pace === null ? t.paceless : t.paced(formatCount(pace))]),
  ];
};

const describeMove = ({ status, waiting }: ChangeProps['endpoint']): string => {
  const t = text().settings;
  if (waiting === 0) return t.moves;
  return t[status === 'disabled' ? 'movesHeld' : 'movesWaiting'](waiting, formatBounded(waiting));
};
