import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ProblemError, type Query, readBearer } from '@delivery/http-edge';

/** The part of a request by which its caller is known. */
export type RequestHead = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'method' | 'url'>;

/** `key` belongs to an integrating platform, `token` to one merchant. */
export type Credentials = { key: string; token: string };

/** From the query or from HTTP Basic. @throws ProblemError where both are given and differ, or one is given twice */
export const readCredentials = (request: RequestHead, query: Query): Credentials | undefined => {
  const header = request.headers.authorization;
  const inQuery = { key: query.get('key'), token: query.get('token') };
  if (header === undefined) return complete(inQuery);
  if (countAuthorizations(request) > 1) throw ambiguous();
  const inHeader = decodeBasic(header);
  if (!inHeader) return complete(inQuery);
  if (differs(inQuery.key, inHeader.key) || differs(inQuery.token, inHeader.token)) throw ambiguous();
  return complete(inHeader);
};

/** The token of a request. @throws ProblemError if a key or a token is in the query beside it */
export const readOnlyBearer = (headers: IncomingHttpHeaders, query: Query): string | undefined => {
  const bearer = readBearer(headers);
  if (bearer !== undefined && (query.has('key') || query.has('token'))) throw ambiguous();
  return bearer;
};

/** The headers as they were sent: a table of all headers with all of their values would live as long as the request. */
const countAuthorizations = ({ rawHeaders }: RequestHead): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 13 && name.toLowerCase() === 'authorization').length;

const complete = ({ key, token }: { key?: string | undefined; token?: string | undefined }): Credentials | undefined =>
  key && token ? { key, token } : undefined;

const differs = (given: string | undefined, other: string): boolean => given !== undefined && given !== other;

const decodeBasic = (header: string): Credentials | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { key: decoded.slice(0, colon), token: decoded.slice(colon + 1) };
};

const ambiguous = (): ProblemError =>
  new ProblemError(
    'invalid_parameter',
    'The credentials were sent twice. Send them either in the query or in the Authorization header.',
  );
