import type { AppDictionary } from './app-dictionary.js';
import { type Language, language } from './language.js';

export { chooseLanguage, language, type Language, languageNames, languages } from './language.js';

export type Dictionaries = Readonly<Record<Language, AppDictionary>>;

let dictionaries: Dictionaries | undefined;

/** Once, before anything is drawn. */
export const configureTexts = (ofApp: Dictionaries): void => {
  dictionaries = ofApp;
};

/** The texts in the chosen language, as the app says them; what calls it is drawn anew when another one is chosen. */
export const text = (): AppDictionary => {
  if (!dictionaries) throw new Error('no texts were configured');
  return dictionaries[language.value];
};
