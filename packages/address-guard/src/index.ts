export * from './guard-address.js';
export * from './guard-url.js';
export * from './networks-schema.js';
