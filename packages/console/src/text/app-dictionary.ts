import type { OwnFoundOrder } from '@delivery/contracts';
import type { SharedDictionary } from './shared-en.js';

/** What the shared parts ask of an app's texts, beside what is the same in both. */
export type AppDictionary = SharedDictionary & {
  product: string;
  signIn: Record<'title' | 'lead' | 'submit' | 'busy' | 'refused' | 'tooMany' | 'away' | 'ended', string>;
  search: Record<
    | 'label'
    | 'placeholder'
    | 'title'
    | 'lead'
    | 'ask'
    | 'noneText'
    | 'purgedText'
    | 'truncated'
    | 'foundBy'
    | 'endpoint'
    | 'merchant',
    string
  > & {
    by: Readonly<Record<OwnFoundOrder['found_by'], string>>;
    none: (q: string) => string;
    purged: (day: string) => string;
  };
  /** Why an endpoint is disabled, by its code. */
  endpoints: { reason: Readonly<Record<string, string>> };
};
