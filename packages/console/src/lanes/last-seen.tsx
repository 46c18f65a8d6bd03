import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OperatorPosition } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import type { Get } from '../api/request.js';
import { language, text } from '../text/index.js';
import { formatDistance } from '../ui/format.js';
import { Age } from '../ui/time.js';

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

/** Where the page of the map is: absent where the service was given no style for it. */
const mapHref = document.querySelector<HTMLMetaElement>('meta[name="map"]')?.content;

type LiveMapProps = { marks: readonly Mark[]; children: ComponentChildren };

/**
 * A map, which is loaded only where there is something to show; its children until it is drawn, or where it never is.
 */
const LiveMap = ({ marks, children }: LiveMapProps) =>
  mapHref === undefined || marks.length === 0 ? (
    <>{children}</>
  ) : (
    <MapFrame href={mapHref} marks={marks}>
      {children}
    </MapFrame>
  );

const MapFrame = ({ href, marks, children }: LiveMapProps & { href: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const isDrawn = useSignal(false);
  const message: MapMessage = { language: language.value, marks };
  const latest = useRef(message);
  latest.current = message;
  useEffect(() => {
    const tell = (): void => frame.current?.contentWindow?.postMessage(latest.current, location.origin);
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'drawn') isDrawn.value = true;
      if (data === 'ready') tell();
    };
    tell();
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [JSON.stringify(message)]);
  return (
    <>
      <iframe class={isDrawn.value ? 'map' : 'map waiting'} title={text().orders.map} src={href} ref={frame} />
      {!isDrawn.value && children}
    </>
  );
};

export type Mark = { kind: 'store' | 'door' | 'courier'; label: string; latitude: number; longitude: number };

/**
 * A message to the page of the map from the page that shows it. The map answers `ready`, and `drawn` once it is
 * visible.
 */
export type MapMessage = { language: string; marks: readonly Mark[] };
