import { baseStyle } from './base-style.js';
import { codeStyle } from './code-style.js';
import { guideStyle } from './guide-style.js';
import { referenceStyle } from './reference-style.js';
import { searchStyle } from './search-style.js';

/** Everything the pages look like. */
export const style = [baseStyle, codeStyle, guideStyle, referenceStyle, searchStyle].join('');
