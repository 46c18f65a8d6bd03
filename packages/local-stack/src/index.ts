export { findOrStartPostgres } from './postgres/find-or-start-postgres.js';
export { findOrStartRabbitmq } from './rabbitmq/find-or-start-rabbitmq.js';
