import type { MerchantView } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { text } from '../text/index.js';

/** Whether it may call, and whether it is live or a sandbox. */
export const MerchantStatus = ({ merchant }: { merchant: Pick<MerchantView, 'status' | 'mode'> }) => {
  const t = text();
  return (
    <span class="badges">
      <CallerStatus status={merchant.status} />
      {merchant.mode === 'sandbox' && (
        <Badge tone="info" title={t.merchants.sandboxHint}>
          {t.merchants.sandbox}
        </Badge>
      )}
    </span>
  );
};

export const CallerStatus = ({ status }: Pick<MerchantView, 'status'>) => (
  <Badge tone={status === 'active' ? 'good' : 'idle'}>{text().merchantStatus[status]}</Badge>
);
