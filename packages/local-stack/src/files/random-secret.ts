import { randomBytes } from 'node:crypto';

/** 192 random bits in characters that need no escaping in a URL, a Postgres password file or rabbitmq.conf. */
export const randomSecret = (): string => randomBytes(24).toString('hex');
