import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MapMessage, Mark } from '../browser/map-message.js';
import { language, text } from '../text/index.js';

/** Where the page of the map is: absent where the service was given no style for it. */
const mapHref = document.querySelector<HTMLMetaElement>('meta[name="map"]')?.content;

type LiveMapProps = { marks: readonly Mark[]; children: ComponentChildren };

/** A map, which is loaded only where there is something to show; its children until it is drawn, or where it never is. */
export const LiveMap = ({ marks, children }: LiveMapProps) =>
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
