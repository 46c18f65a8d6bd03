import { may, operator } from '../api/session.js';
import { Badge } from '../ui/icons.js';
import { text } from './text/index.js';

export const nameRoles = (roles: readonly string[]): string =>
  roles.map((role) => text().people.roles[role] ?? role).join(', ');

/** Who is signed in, as what; of a token, whether it may only read. */
export const Standing = () => {
  const t = text();
  const signedIn = operator.value;
  if (!signedIn) return null;
  if (signedIn.person !== null) {
    return (
      <p class="person">
        <strong>{signedIn.person}</strong>
        <span class="quiet">{nameRoles(signedIn.roles)}</span>
      </p>
    );
  }
  if (may('act')) return null;
  return (
    <Badge tone="idle" title={t.readOnlyHint}>
      {t.readOnly}
    </Badge>
  );
};
