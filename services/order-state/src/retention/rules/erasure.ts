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

/**
 * Possible phone numbers in a text of any shape, as an order has it: 8 to 15 digits. People write it with blanks, brackets,
 * dots and dashes, with `+` or `00` before it. Pure.
 */
export const listPhones = (text: string): string[] => {
  const plain = text.match(/\d{8,15}/g) ?? [];
  const written = (text.match(/\d(?:[\s().\-/\u2010-\u2015]{0,3}\d){7,}/gu) ?? []).map((found) =>
    found.replace(/\D/g, ''),
  );
  const numbers = [...plain, ...written].flatMap((digits) => [digits, digits.replace(/^00/, '')]);
  return [...new Set(numbers)].filter((digits) => digits.length >= 8 && digits.length <= 15);
};

/**
 * How soon after a step the next one comes: a walk is at work for a tenth of the time, however much there is to take. Where steps
 * take longer, because others have the database, it makes way by itself. After at most a second: a slow disk is no reason to fall behind.
 */
export const pauseAfterMs = (stepMs: number): number => Math.min(Math.max(pauseMinMs, 9 * stepMs), pauseMaxMs);
const pauseMinMs = 50;
const pauseMaxMs = 1_000;
