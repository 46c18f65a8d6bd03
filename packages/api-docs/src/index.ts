export { type PublishedFile, readPublished } from './read-published.js';
