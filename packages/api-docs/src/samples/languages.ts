import { go } from './languages/go.js';
import { java } from './languages/java.js';
import { javaScript } from './languages/javascript.js';
import { php } from './languages/php.js';
import { python } from './languages/python.js';
import { typeScript } from './languages/typescript.js';
import type { SampleLanguage } from './sample.js';

/** What the merchant API is shown in beside curl, in the order of the tabs. */
export const merchantLanguages: readonly SampleLanguage[] = [typeScript, javaScript, python, go, php, java];
