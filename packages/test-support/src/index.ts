export * from './template-database.js';
export * from './rabbit-vhost.js';
export * from './endpoint-server.js';
