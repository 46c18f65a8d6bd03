import { mayChange } from '../api/session.js';
import { Badge } from '../ui/icons.js';
import { text } from './text/index.js';

/** Of a session that was begun with a link for reading. */
export const ReadOnly = () => {
  const t = text();
  if (mayChange.value) return null;
  return (
    <Badge tone="idle" title={t.readOnlyHint}>
      {t.readOnly}
    </Badge>
  );
};
