/** In this order; the rest is short. */
const longest = [
  'chaos',
  'courier-simulator',
  'replicas',
  'outages',
  'generated-clients',
  'examples',
  'restored-database',
  'stalled-shutdown',
  'documented-calls',
  'documented-curls',
];

const placeOf = ({ path }) => {
  const place = longest.findIndex((name) => path.endsWith(`/${name}.e2e.test.ts`));
  return place === -1 ? longest.length : place;
};

/**
 * Jest knows from an earlier run alone how long a file takes, and a fresh clone has none: a long file that begins last
 * would leave the other worker idle.
 */
export default class LongestFirst {
  sort(tests) {
    return tests.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  allFailedTests(tests) {
    return this.sort(tests);
  }

  cacheResults() {}
}
