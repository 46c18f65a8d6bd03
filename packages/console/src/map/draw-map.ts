import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { MapMessage, Mark } from '../lanes/last-seen.js';
import { wordsOf } from './words.js';

export type DrawnMap = { show: (marks: readonly Mark[]) => void };

const fit = { padding: 48, maxZoom: 15, linear: true };

setWorkerUrl(workerUrl);

export const drawMap = (
  container: HTMLElement,
  { styleUrl, language, marks, onDrawn }: MapMessage & { styleUrl: string; onDrawn: () => void },
): DrawnMap => {
  const map = new MapView({
    container,
    style: styleUrl,
    locale: wordsOf(language),
    bounds: boundsOf(marks),
    fitBoundsOptions: fit,
    // Scrolling the page goes past the map.
    cooperativeGestures: true,
    dragRotate: false,
    touchPitch: false,
  });
  map.addControl(new NavigationControl({ showCompass: false }));
  map.once('load', onDrawn);
  const markers = new Map<Mark['kind'], Marker>();
  let bounds = boundsOf(marks);
  let isMoved = false;
  // By a person: then it is left where it is.
  map.on('movestart', ({ originalEvent }) => {
    isMoved ||= originalEvent !== undefined;
  });
  // Also when it is shown: until then it has another size.
  map.on('resize', () => {
    if (!isMoved) map.fitBounds(bounds, { ...fit, animate: false });
  });
  return {
    show: (next) => {
      bounds = boundsOf(next);
      for (const mark of next) {
        const marker = markers.get(mark.kind) ?? new Marker({ element: elementOf(mark) });
        marker.setLngLat([mark.longitude, mark.latitude]);
        if (!markers.has(mark.kind)) marker.addTo(map);
        markers.set(mark.kind, marker);
      }
      if (!isMoved) map.fitBounds(bounds, fit);
    },
  };
};

const boundsOf = (marks: readonly Mark[]): LngLatBounds =>
  marks.reduce((bounds, { longitude, latitude }) => bounds.extend([longitude, latitude]), new LngLatBounds());

const elementOf = ({ kind, label }: Mark): HTMLElement => {
  const element = document.createElement('div');
  element.className = `mark ${kind}`;
  element.title = label;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  return element;
};
