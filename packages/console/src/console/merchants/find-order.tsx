import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { NameFilter } from '../../ui/name-filter.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

/** Among the orders of one merchant, where the last four digits of a phone number are enough. */
export const FindOrder = ({ merchantId }: { merchantId: string }) => (
  <NameFilter
    words={text().search.ofMerchant}
    narrow={(q) => {
      location.hash = hrefTo(['search'], { q, merchant: merchantId });
    }}
  />
);

/** Over what such a search has found. */
export const WithinMerchant = ({ id }: { id: string }) => {
  const merchant = useLive(reads.merchant(id)).data.value;
  return (
    <>
      {text().search.within} <a href={hrefTo(['merchants', id, 'orders'])}>{merchant?.name ?? id}</a>
    </>
  );
};
