import type { IncomingMessage } from 'node:http';
import { checkContentType, parseJsonBody, readBody } from '@delivery/http-edge';

const bodyMaxBytes = 64 * 1024;

/** Time is limited by the server's request timeout. */
export const readJsonBody = async (request: IncomingMessage): Promise<unknown> => {
  checkContentType(request.headers);
  return parseJsonBody(await readBody(request, bodyMaxBytes)).value;
};
