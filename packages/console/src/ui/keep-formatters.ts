/** Formatters of one kind at most; those of numbers have the most: units, and digits behind the point. */
const keptMax = 100;

/**
 * To make a formatter of Intl takes a hundred times as long as to use it, and a list of a thousand rows uses thousands: each is
 * made once.
 */
export const keepFormatters = <Options extends object, Formatter>(
  make: (locale: string, options: Options) => Formatter,
): ((locale: string, options: Options) => Formatter) => {
  const kept = new Map<string, Formatter>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= keptMax) kept.clear();
    const made = make(locale, options);
    kept.set(key, made);
    return made;
  };
};
