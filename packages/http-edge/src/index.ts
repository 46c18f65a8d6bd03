export { answerJson, answerProblem, noContent, type Answer, type AnswerLater, type Outcome } from './answer.js';
export { fieldError, fieldErrorAt, toFieldErrors } from './field-errors.js';
export { answerIfChanged, readIfMatch, tagWithVersion } from './entity-tag.js';
export { createHealthApp, createHealthRouter, type MissingReason, type ReadinessCheck } from './health.js';
export { listen, type RunningHttpServer } from './http-server.js';
export { messageIdUnder, readIdempotencyKey } from './idempotency-key.js';
export { longAnswerBytes } from './limit-unread.js';
export { type Caller, createJsonApi } from './json-api.js';
export {
  mountFallback,
  mountRoutes,
  type RouteHandlers,
  type Exchange,
  type Reply,
  type ReplyLater,
} from './mount-routes.js';
export { answerList, decodeCursor, encodeCursor, toPage } from './page.js';
export { countFaults, parseBody, parseQuery, validationFailed } from './parse-input.js';
export { checkContentType, parseJsonBody, type ParsedJson } from './parse-json-body.js';
export { ProblemError, temporarilyUnavailable, toProblem } from './problem.js';
export { inLanguages } from './in-languages.js';
export { publishedDocuments } from './published-documents.js';
export type { PublishedFile } from './published-file.js';
export { publishedPagesWithMap } from './published-map.js';
export { createBuckets, type Buckets } from './rate-limit/buckets.js';
export { limitedAddress } from './client-address.js';
export { limitFailures } from './rate-limit/limit-failures.js';
export {
  checkSameOrigin,
  checkSignInOrigin,
  createSessionCookie,
  sessionHashOf,
  type SessionCookie,
} from './session-cookie.js';
export type { Take } from './rate-limit/token-bucket.js';
export { checkQueryNames, readQuery, type Query } from './query.js';
export { readBearer } from './read-bearer.js';
export { ClientDisconnectedError, hasBody, readBody } from './read-body.js';
export {
  apiRoutesOf,
  change,
  get,
  list,
  routeOf,
  withQuery,
  type ApiRequest,
  type ApiRoute,
  type CallHandler,
  type HandlerOf,
  type QueryHandler,
  type Route,
} from './route.js';
