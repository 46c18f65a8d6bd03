import { type Dictionaries, language } from '../../text/index.js';
import { type Dictionary, en } from './en.js';
import { pt } from './pt.js';

export const dictionaries: Dictionaries<Dictionary> = { en, pt };

/** The console's texts in the chosen language; what calls it is drawn anew when another one is chosen. */
export const text = (): Dictionary => dictionaries[language.value] ?? en;
