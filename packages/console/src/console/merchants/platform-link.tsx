import type { MerchantView } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { Dash } from '../../ui/time.js';

/** A merchant alone is a platform of its own, called by the merchant's id. */
export const PlatformLink = ({
  merchant: { merchant_id: id, platform },
}: {
  merchant: Pick<MerchantView, 'merchant_id' | 'platform'>;
}) =>
  platform.name === `merchant ${id}` ? (
    <Dash />
  ) : (
    <a class="platform" href={hrefTo(['platforms', platform.id])}>
      {platform.name}
    </a>
  );
