import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import type { MapMessage, Mark } from '../lanes/last-seen.js';

const root = document.getElementById('map');
const styleUrl = document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content;

let drawn: DrawnMap | undefined;

const tellParent = (what: 'ready' | 'drawn'): void => parent.postMessage(what, location.origin);

/**
 * Where no style comes, or there is no WebGL, it never says that it is drawn: the page goes on with what it shows
 * instead.
 */
addEventListener('message', ({ source, origin, data }: MessageEvent<Partial<MapMessage> | null>) => {
  const { language, marks } = data ?? {};
  const isForUs = source === parent && parent !== window && origin === location.origin;
  if (!isForUs || !root || styleUrl === undefined || language === undefined || !marks) return;
  document.documentElement.lang = language;
  drawn ??= drawMap(root, { styleUrl, language, marks, onDrawn: () => tellParent('drawn') });
  drawn.show(marks);
});

tellParent('ready');

type DrawnMap = { show: (marks: readonly Mark[]) => void };

const fit = { padding: 48, maxZoom: 15, linear: true };

setWorkerUrl(workerUrl);

const drawMap = (
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

type Words = Readonly<Record<string, string>>;

/** MapLibre's own texts, by its names for them. */
const words: Readonly<Record<'en' | 'pt' | 'es', Words>> = {
  en: {
    'Map.Title': 'Map',
    'Marker.Title': 'Mark',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'AttributionControl.ToggleAttribution': 'Map attribution',
    'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom the map',
    'CooperativeGesturesHandler.MacHelpText': 'Hold ⌘ and scroll to zoom the map',
    'CooperativeGesturesHandler.MobileHelpText': 'Move the map with two fingers',
  },
  pt: {
    'Map.Title': 'Mapa',
    'Marker.Title': 'Marca',
    'NavigationControl.ZoomIn': 'Aproximar',
    'NavigationControl.ZoomOut': 'Afastar',
    'AttributionControl.ToggleAttribution': 'Quem fez o mapa',
    'CooperativeGesturesHandler.WindowsHelpText': 'Segure Ctrl e role para aproximar o mapa',
    'CooperativeGesturesHandler.MacHelpText': 'Segure ⌘ e role para aproximar o mapa',
    'CooperativeGesturesHandler.MobileHelpText': 'Mova o mapa com dois dedos',
  },
  es: {
    'Map.Title': 'Mapa',
    'Marker.Title': 'Marca',
    'NavigationControl.ZoomIn': 'Acercar',
    'NavigationControl.ZoomOut': 'Alejar',
    'AttributionControl.ToggleAttribution': 'Quién hizo el mapa',
    'CooperativeGesturesHandler.WindowsHelpText': 'Mantenga Ctrl y desplácese para acercar el mapa',
    'CooperativeGesturesHandler.MacHelpText': 'Mantenga ⌘ y desplácese para acercar el mapa',
    'CooperativeGesturesHandler.MobileHelpText': 'Mueva el mapa con dos dedos',
  },
};

/** @param language a tag: of a variant the language counts */
const wordsOf = (language: string): Words => {
  if (language.startsWith('pt')) return words.pt;
  return language.startsWith('es') ? words.es : words.en;
};
