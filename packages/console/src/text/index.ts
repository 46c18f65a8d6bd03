import { app, type AppDictionary } from '../app-definition.js';
import { language } from './language.js';

export { chooseLanguage, language, type Language, languageNames, languages } from './language.js';

/** The texts in the chosen language, as the app says them; what calls it is drawn anew when another one is chosen. */
export const text = (): AppDictionary => app().texts[language.value];
