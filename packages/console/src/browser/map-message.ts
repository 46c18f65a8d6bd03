export type Mark = { kind: 'store' | 'door' | 'courier'; label: string; latitude: number; longitude: number };

/** What the page of the map is told by the page that shows it. It answers `ready`, and `drawn` once there is a map to see. */
export type MapMessage = { language: string; marks: readonly Mark[] };
