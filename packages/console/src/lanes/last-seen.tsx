import type { OperatorPosition } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import type { Get } from '../api/request.js';
import type { Mark } from '../browser/map-message.js';
import { text } from '../text/index.js';
import { formatDistance } from '../ui/format.js';
import { Age } from '../ui/time.js';
import { LiveMap } from './live-map.js';

const everyMs = 5_000;

type Seen = Pick<OperatorPosition, 'at' | 'distance_m' | 'way_done'>;

/** `marksOf`: what a map shows of it. */
type LastSeenProps<Position> = { position: Get<Position>; marksOf: (seen: Position) => readonly Mark[] };

/** When, how far from the customer and where the courier was seen last, as far as that is known. */
export const LastSeen = <Position extends Seen>({ position, marksOf }: LastSeenProps<Position>) => {
  const t = text().orders;
  const seen = useLive(position, everyMs).data.value;
  if (!seen?.at) return null;
  const { distance_m: distanceM, way_done: wayDone } = seen;
  return (
    <div class="last-seen">
      <LiveMap marks={marksOf(seen)}>{wayDone !== null && <Way done={wayDone} />}</LiveMap>
      <p class="quiet">
        {t.lastSeen} <Age at={seen.at} />
        {distanceM !== null && `, ${t.fromCustomer(formatDistance(distanceM))}`}
      </p>
    </div>
  );
};

/** From the store to the customer; the words say the same. */
const Way = ({ done }: { done: number }) => {
  const at = Math.round(12 + 296 * done);
  return (
    <svg class="way" viewBox="0 0 320 24" aria-hidden="true">
      <path class="ahead" d="M12 12H308" />
      <path class="behind" d={`M12 12H${at}`} />
      <circle class="end" cx="12" cy="12" r="5" />
      <path class="end" d="M300 20V11l8-7 8 7v9z" />
      <circle class="courier" cx={at} cy="12" r="8" />
    </svg>
  );
};
