import type { ActivityEntry } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { describeReason } from '../dead-letters/describe-reason.js';
import { describeSettings } from '../endpoints/endpoint-log.js';
import { EndpointOf, OwnerLink } from '../endpoints/owner-link.js';
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
  if (action.startsWith('merchant.portal_link') || action === 'merchant.portal_switched')
    return portalScopes()[detail] ?? detail;
  if (action === 'session.begun') return nameRoles(detail.split(', '));
  return detail.startsWith(refusedFor) ? describeReason(detail.slice(refusedFor.length)) : detail;
};

const portalScopes = (): Readonly<Record<string, string>> => text().portal.scopes;

/** A link to what was changed, and to whose it is. */
export const ActivitySubject = ({ entry: { subject, merchant_id, merchant_name } }: { entry: ActivityEntry }) => {
  const owner = merchant_id === null ? undefined : { id: merchant_id, name: merchant_name ?? merchant_id };
  switch (subject.type) {
    case 'endpoint':
      return <EndpointOf id={subject.id} name={subject.name ?? text().search.endpoint} owner={owner} />;
    case 'platform':
      return (
        <a title={subject.id} href={hrefTo(['platforms', subject.id])}>
          {subject.name ?? subject.id}
        </a>
      );
    case 'merchant':
    case 'courier_system':
      return <OwnerLink id={subject.id} name={subject.name ?? subject.id} />;
    case 'order':
      return (
        <>
          <a href={hrefTo(['orders', subject.id])}>{subject.id}</a> {owner && <OwnerLink {...owner} />}
        </>
      );
    case 'session':
      return (
        <a title={subject.id} href={hrefTo(['sessions'])}>
          {text().sessions.title}
        </a>
      );
    case 'store':
      return (
        <>
          <code>{subject.id}</code> {owner && <OwnerLink {...owner} />}
        </>
      );
    default:
      return owner ? <OwnerLink {...owner} /> : <code>{subject.id}</code>;
  }
};
