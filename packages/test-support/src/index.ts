export * from './template-database.js';
export * from './rabbit-vhost.js';
export * from './endpoint-server.js';
export * from './poll-until.js';
export * from './tcp-proxy.js';
export * from './product/index.js';
export * from './private-postgres.js';
export * from './private-rabbit.js';
