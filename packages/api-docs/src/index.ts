export { readPublished, type Published } from './read-published.js';
