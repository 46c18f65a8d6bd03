/** An order as it is given back: what is null or empty is absent, from the innermost outwards; but a list of no payment methods is one. */
export const withoutNone = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNone);
  const members = Object.entries(value)
    .map(([name, member]): [string, unknown] => [name, withoutNone(member)])
    .filter(([name, member]) => name === 'methods' || !isNone(member));
  return Object.fromEntries(members);
};

const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
