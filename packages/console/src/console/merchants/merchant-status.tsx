import type { MerchantView } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { text } from '../text/index.js';

/** Whether it may call, and whether it is live or a sandbox. */
export const MerchantStatus = ({ merchant }: { merchant: Pick<MerchantView, 'status' | 'mode'> }) => {
  const t = text();
  return (
    <span class="badges">
      <Badge tone={merchant.status === 'active' ? 'good' : 'idle'}>{t.merchantStatus[merchant.status]}</Badge>
      {merchant.mode === 'sandbox' && (
        <Badge tone="info" title={t.merchants.sandboxHint}>
          {t.merchants.sandbox}
        </Badge>
      )}
    </span>
  );
};
