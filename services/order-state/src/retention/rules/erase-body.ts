/** Valid as a URL, and leads nowhere (RFC 2606): `tracking_url_added` must not lack its eighth field. */
const erasedTrackingUrl = 'https://erased.invalid/';

/**
 * A webhook's body without data that may be the customer's: no `external_data`, of a reason its code alone, and no tracking URL,
 * behind which a courier's system may show name and address; nor the courier's name. Everything else stays as it was, in its order. Pure.
 */
export const eraseWebhookBody = (body: string): string => {
  const fields: unknown = JSON.parse(body);
  if (typeof fields !== 'object' || fields === null) return body;
  const isTrackingEvent = 'event' in fields && fields.event === 'tracking_url_added';
  const erased = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    switch (name) {
      case 'external_data':
        return [[name, {}]];
      case 'reason':
        return [[name, codeOf(value)]];
      case 'tracking_url':
        return isTrackingEvent ? [[name, erasedTrackingUrl]] : [];
      case 'courier':
        return [[name, withoutName(value)]];
      default:
        return [[name, value]];
    }
  });
  return JSON.stringify(Object.fromEntries(erased));
};

const withoutName = (courier: unknown): unknown =>
  typeof courier === 'object' && courier !== null && 'name' in courier ? { ...courier, name: null } : courier;

const codeOf = (reason: unknown): unknown =>
  typeof reason === 'object' && reason !== null && 'code' in reason ? { code: reason.code } : reason;
