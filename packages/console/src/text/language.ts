import { signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';

export const languages = ['en', 'pt', 'es'] as const;
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
