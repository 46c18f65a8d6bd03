export { findOrStartPostgres } from './postgres/find-or-start-postgres.js';
