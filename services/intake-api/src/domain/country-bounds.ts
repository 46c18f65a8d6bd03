/** Degrees of latitude and longitude. */
type Bounds = { south: number; north: number; west: number; east: number };

const bounds = (south: number, north: number, west: number, east: number): Bounds => ({ south, north, west, east });

/** Around a country with its islands, generously. An unlisted country has no bounds. */
const countryBounds: ReadonlyMap<string, Bounds> = new Map([
  ['AR', bounds(-56, -21, -74, -53)],
  ['BO', bounds(-23, -9, -70, -57)],
  ['BR', bounds(-34, 6, -74, -28)],
  ['CL', bounds(-57, -17, -110, -66)],
  ['CO', bounds(-5, 14, -82, -66)],
  ['EC', bounds(-6, 2, -93, -75)],
  ['ES', bounds(27, 44, -19, 5)],
  ['MX', bounds(14, 33, -119, -86)],
  ['PE', bounds(-19, 1, -82, -68)],
  ['PT', bounds(30, 43, -32, -6)],
  ['PY', bounds(-28, -19, -63, -54)],
  ['UY', bounds(-36, -30, -59, -53)],
  ['VE', bounds(0, 16, -74, -59)],
]);

type Coordinates = { latitude: number; longitude: number };

/**
 * Where coordinates lie, by the bounds of the country that the address names. `swapped`: outside, and inside the other
 * way round.
 */
export const placeIn = (country: string, { latitude, longitude }: Coordinates): 'inside' | 'swapped' | 'outside' => {
  const known = countryBounds.get(country.toUpperCase());
  if (!known || isWithin(known, latitude, longitude)) return 'inside';
  return isWithin(known, longitude, latitude) ? 'swapped' : 'outside';
};

const isWithin = ({ south, north, west, east }: Bounds, latitude: number, longitude: number): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;
