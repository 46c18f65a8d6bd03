import { door, type DoorDictionary } from '../door.js';
import { language } from './language.js';

export { chooseLanguage, language, type Language, languageNames, languages } from './language.js';

/** The texts in the chosen language, as the door says them; what calls it is drawn anew when another one is chosen. */
export const text = (): DoorDictionary => door().texts[language.value];
