/** What the search of the pages finds. */
export type SearchEntry = {
  title: string;
  /** Where that is, for people. */
  place: string;
  text: string;
  /** From below `docs/`. */
  href: string;
};
