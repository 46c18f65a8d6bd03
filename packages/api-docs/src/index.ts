export { guideLanguages } from './page/languages.js';
export { type PublishedFile, readPublished } from './published-files.js';
