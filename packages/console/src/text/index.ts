import { signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';
import type { SharedDictionary } from './shared-en.js';

/** Every app speaks English. */
export type Dictionaries<T = AppDictionary> = Readonly<Partial<Record<Language, T>> & { en: T }>;

let dictionaries: Dictionaries | undefined;

/** Once, before anything is drawn. */
export const configureTexts = (ofApp: Dictionaries): void => {
  dictionaries = ofApp;
  if (!ofApp[language.value]) language.value = 'en';
};

/** The languages of the app. */
export const listLanguages = (): Language[] => languages.filter((each) => dictionaries?.[each]);

/** The texts in the chosen language, as the app says them; what calls it is drawn anew when another one is chosen. */
export const text = (): AppDictionary => {
  if (!dictionaries) throw new Error('no texts were configured');
  return dictionaries[language.value] ?? dictionaries.en;
};

/** The texts that shared parts need from each app, beside the texts that both share. */
type AppDictionary = SharedDictionary & {
  product: string;
  signIn: Record<'title' | 'lead' | 'submit' | 'busy' | 'refused' | 'tooMany' | 'away' | 'ended', string>;
  search: Record<
    'label' | 'placeholder' | 'title' | 'lead' | 'ask' | 'noneText' | 'purgedText' | 'truncated',
    string
  > & {
    none: (q: string) => string;
    purged: (day: string) => string;
  };
  /** Why an endpoint is disabled, by its code. */
  endpoints: { reason: Readonly<Record<string, string>> };
};

const languages = ['en', 'pt', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', pt: 'Português', es: 'Español' };

/** For numbers and dates: the form that the readers of each language know. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR', es: 'es' };

const isLanguage = (value: string | undefined): value is Language => languages.some((known) => known === value);

const initialLanguage = (): Language => {
  const chosen = remembered('language');
  if (isLanguage(chosen)) return chosen;
  return languages.find((known) => navigator.language.toLowerCase().startsWith(known)) ?? 'en';
};

export const language = signal<Language>(initialLanguage());

export const chooseLanguage = (chosen: Language): void => {
  remember('language', chosen);
  language.value = chosen;
};

export const locale = (): string => locales[language.value];

/** The codes of field faults that are shown in words. */
export type FaultCode =
  | 'required'
  | 'invalid_type'
  | 'too_short'
  | 'too_few'
  | 'too_small'
  | 'too_long'
  | 'too_many'
  | 'too_big'
  | 'invalid_value'
  | 'invalid_format'
  | 'unknown_field'
  | 'differs'
  | 'too_late';
