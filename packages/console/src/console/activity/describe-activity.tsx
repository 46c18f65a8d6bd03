import type { ActivityEntry } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { hasPage, ownerPlace } from '../api/owners.js';
import { describeSettings } from '../endpoints/endpoint-log.js';
import { text } from '../text/index.js';

export const describeActor = ({ actor }: ActivityEntry): string => actor.name ?? text().activity.actors[actor.type];

/** The operator's reason as it was written; the system's, and the names of settings, in words where they are known. */
export const describeWhy = ({ action, detail, reason }: ActivityEntry): string => {
  const what = action === 'endpoint.changed' ? describeSettings(detail) : detail;
  return [what, reason && (text().endpoints.reason[reason] ?? reason)].filter(Boolean).join('; ');
};

const places: Readonly<Record<string, string>> = {
  endpoint: 'endpoints',
  merchant: 'merchants',
  courier_system: 'couriers',
};

/** A link to what was changed, or to the merchant that it is of. */
export const ActivitySubject = ({ entry: { subject, merchant_id } }: { entry: ActivityEntry }) => {
  const place = places[subject.type];
  if (place !== undefined)
    return (
      <a class="address" href={hrefTo([place, subject.id])}>
        {subject.id}
      </a>
    );
  if (merchant_id === null || !hasPage(merchant_id)) return <code>{subject.id}</code>;
  return (
    <>
      <a class="address" href={hrefTo(ownerPlace(merchant_id))}>
        {merchant_id}
      </a>
      {subject.type === 'store' && (
        <>
          {' '}
          <code>{subject.id}</code>
        </>
      )}
    </>
  );
};
