import type { OperatorPosition } from '@delivery/contracts';
import type { Get } from '../api/get.js';
import { useLive } from '../api/live.js';
import { text } from '../text/index.js';
import { formatDistance } from '../ui/format.js';
import { Age } from '../ui/time.js';

const everyMs = 5_000;

/** When and how far from the customer the courier was seen last, where that is known. */
export const LastSeen = ({ position }: { position: Get<OperatorPosition> }) => {
  const t = text().orders;
  const seen = useLive(position, everyMs).data.value;
  if (!seen?.at) return null;
  return (
    <p class="quiet">
      {t.lastSeen} <Age at={seen.at} />
      {seen.distance_m !== null && `, ${t.fromCustomer(formatDistance(seen.distance_m))}`}
    </p>
  );
};
