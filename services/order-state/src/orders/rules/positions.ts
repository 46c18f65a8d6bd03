export type Place = { latitude: number; longitude: number };

/** To a hundred meters, more or less. */
export const roundPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
});

const roundDegrees = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;

const earthRadiusM = 6_371_000;

/** As the crow flies (haversine), to a hundred meters. */
export const distanceM = (from: Place, to: Place): number => {
  const [fromLatitude, toLatitude] = [toRadians(from.latitude), toRadians(to.latitude)];
  const halfLatitude = (toLatitude - fromLatitude) / 2;
  const halfLongitude = toRadians(to.longitude - from.longitude) / 2;
  const h = Math.sin(halfLatitude) ** 2 + Math.cos(fromLatitude) * Math.cos(toLatitude) * Math.sin(halfLongitude) ** 2;
  return Math.round((2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)))) / 100) * 100;
};

/** How far a courier is on the way from the store, from 0 to 1; where the store is not known, at its beginning. */
export const partDone = (position: Place, { store, door }: { store: Place | undefined; door: Place }): number => {
  const whole = store ? distanceM(store, door) : 0;
  if (whole === 0) return 0;
  return Math.round(Math.min(1, Math.max(0, 1 - distanceM(position, door) / whole)) * 100) / 100;
};

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
