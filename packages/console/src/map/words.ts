type Words = Readonly<Record<string, string>>;

/** MapLibre's own texts, by its names for them. */
const words: Readonly<Record<'en' | 'pt' | 'es', Words>> = {
  en: {
    'Map.Title': 'Map',
    'Marker.Title': 'Mark',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'AttributionControl.ToggleAttribution': 'Who made the map',
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
export const wordsOf = (language: string): Words => {
  if (language.startsWith('pt')) return words.pt;
  return language.startsWith('es') ? words.es : words.en;
};
