export { type Json, type JsonObject } from './json.js';
