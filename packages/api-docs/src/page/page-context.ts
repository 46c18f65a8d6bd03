import type { JsonObject } from '../json.js';
import type { SampleLanguage } from '../samples/sample.js';
import type { Shared } from './operations.js';

/** What every part of a page is made from. */
export type PageContext = {
  document: JsonObject;
  shared: Shared;
  /** In which requests are shown. */
  languages: readonly SampleLanguage[];
};
