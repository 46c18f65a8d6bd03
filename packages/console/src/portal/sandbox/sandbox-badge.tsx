import { Badge } from '../../ui/icons.js';
import { isSandbox } from '../session.js';
import { text } from '../text/index.js';

export const SandboxBadge = () => {
  const t = text();
  if (!isSandbox.value) return null;
  return (
    <Badge tone="info" title={t.sandboxHint}>
      {t.sandbox}
    </Badge>
  );
};
