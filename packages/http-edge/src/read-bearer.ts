import type { IncomingHttpHeaders } from 'node:http';

/** RFC 6750, 2.1. `undefined`: there is none. */
export const readBearer = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
