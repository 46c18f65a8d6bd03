import type { ActivityEntry } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { ownerPlace } from '../api/owners.js';
import { describeReason } from '../dead-letters/describe-reason.js';
import { describeSettings } from '../endpoints/endpoint-log.js';
import { nameRoles } from '../standing.js';
import { text } from '../text/index.js';

export const describeActor = ({ actor }: ActivityEntry): string => actor.name ?? text().activity.actors[actor.type];

/** The operator's reason as it was written; the system's, and what is named by codes, in words where they are known. */
export const describeWhy = ({ action, detail, reason }: ActivityEntry): string =>
  [describeDetail(action, detail), reason && (text().endpoints.reason[reason] ?? reason)].filter(Boolean).join('; ');

const refusedFor = 'refused for: ';

const describeDetail = (action: ActivityEntry['action'], detail: string | null): string | null => {
  if (detail === null) return null;
  if (action === 'endpoint.changed') return describeSettings(detail);
  if (action.startsWith('merchant.portal_link')) return portalScopes()[detail] ?? detail;
  if (action === 'session.begun') return nameRoles(detail.split(', '));
  return detail.startsWith(refusedFor) ? describeReason(detail.slice(refusedFor.length)) : detail;
};

const portalScopes = (): Readonly<Record<string, string>> => text().portal.scopes;

const places: Readonly<Record<string, string>> = {
  endpoint: 'endpoints',
  merchant: 'merchants',
  courier_system: 'couriers',
  platform: 'platforms',
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
  if (merchant_id === null) return <code>{subject.id}</code>;
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
