export * from './template-database.js';
