import { signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';
import type { SharedDictionary } from './shared-en.js';

/** The texts of one app. English is in the page; other languages are loaded when they are chosen. */
export type AppTexts<T = AppDictionary> = {
  languages: readonly Language[];
  load: (wanted: Language) => Promise<void>;
  /** In the chosen language; what calls it is drawn anew when another one is chosen. */
  text: () => T;
};

export const createTexts = <T>(en: T, others: Readonly<Partial<Record<Language, () => Promise<T>>>>): AppTexts<T> => {
  const loaded = new Map<Language, T>([['en', en]]);
  return {
    languages: languages.filter((each) => loaded.has(each) || others[each]),
    load: async (wanted) => {
      const found = loaded.get(wanted) ?? (await others[wanted]?.());
      if (found) loaded.set(wanted, found);
    },
    text: () => loaded.get(language.value) ?? en,
  };
};

let texts: AppTexts | undefined;

const configured = (): AppTexts => {
  if (!texts) throw new Error('no texts were configured');
  return texts;
};

/** Once, before anything is drawn. If the texts of the language do not come, the page is in English. */
export const configureTexts = async (ofApp: AppTexts): Promise<void> => {
  texts = ofApp;
  if (!ofApp.languages.includes(language.value)) language.value = 'en';
  await ofApp.load(language.value).catch(() => (language.value = 'en'));
};

/** The languages of the app. */
export const listLanguages = (): readonly Language[] => configured().languages;

/** The texts that shared parts show, as the app says them. */
export const text = (): AppDictionary => configured().text();

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

/** @throws Error if its texts cannot be loaded: the language stays */
export const chooseLanguage = async (chosen: Language): Promise<void> => {
  await configured().load(chosen);
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
