import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import type { MapMessage } from '../lanes/last-seen.js';
import { drawMap, type DrawnMap } from './draw-map.js';

const root = document.getElementById('map');
const styleUrl = document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content;

let drawn: DrawnMap | undefined;

const tellParent = (what: 'ready' | 'drawn'): void => parent.postMessage(what, location.origin);

/** Where no style comes, or there is no WebGL, it never says that it is drawn: the page goes on with what it shows instead. */
addEventListener('message', ({ source, origin, data }: MessageEvent<Partial<MapMessage> | null>) => {
  const { language, marks } = data ?? {};
  const isForUs = source === parent && parent !== window && origin === location.origin;
  if (!isForUs || !root || styleUrl === undefined || language === undefined || !marks) return;
  document.documentElement.lang = language;
  drawn ??= drawMap(root, { styleUrl, language, marks, onDrawn: () => tellParent('drawn') });
  drawn.show(marks);
});

tellParent('ready');
