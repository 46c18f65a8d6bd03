import { createTexts } from '../../text/index.js';
import { type Dictionary, en } from './en.js';

export const texts = createTexts<Dictionary>(en, { pt: async () => (await import('./pt.js')).pt });
export const { text } = texts;
