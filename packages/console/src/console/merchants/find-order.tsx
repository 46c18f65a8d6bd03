import { useLive } from '../../api/live.js';
import { hrefTo } from '../../shell/router.js';
import { NameFilter } from '../../ui/filters.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';

/** Among the orders of one merchant, where the last four digits of a phone number are enough. */
export const FindOrder = ({ merchantId, q }: { merchantId: string; q?: string }) => (
  <NameFilter
    key={q}
    q={q}
    words={text().search.ofMerchant}
    narrow={(typed) => (location.hash = hrefTo(['search'], { q: typed, merchant: merchantId }))}
  />
);

/** Over what such a search has found, and to search again. */
export const WithinMerchant = ({ id, q }: { id: string; q: string }) => {
  const merchant = useLive(reads.merchant(id)).data.value;
  return (
    <>
      <p class="lead">
        {text().search.within} <a href={hrefTo(['merchants', id, 'orders'])}>{merchant?.name ?? id}</a>
      </p>
      <FindOrder merchantId={id} q={q} />
    </>
  );
};
