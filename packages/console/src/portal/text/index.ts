import { type Language, language } from '../../text/index.js';
import { type Dictionary, en } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';

export const dictionaries: Readonly<Record<Language, Dictionary>> = { en, pt, es };

/** The portal's texts in the chosen language; what calls it is drawn anew when another one is chosen. */
export const text = (): Dictionary => dictionaries[language.value];
