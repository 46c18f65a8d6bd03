export { answerJson, answerProblem, noContent, type Answer, type AnswerLater, type Outcome } from './answer.js';
export {
  fieldError,
  fieldErrorAt,
  toFieldErrors,
  countFaults,
  parseBody,
  parseQuery,
  validationFailed,
  checkQueryNames,
  readQuery,
  type Query,
  tryBody,
} from './parse-input.js';
export {
  answerIfChanged,
  readIfMatch,
  tagWithVersion,
  messageIdUnder,
  readIdempotencyKey,
  readBearer,
} from './headers.js';
export {
  createHealthApp,
  createHealthRouter,
  findStalled,
  missingOfConsumer,
  type MissingReason,
  type ReadinessCheck,
  type StallableWork,
  toStallChecks,
} from './health.js';
export { keepIdleFor, listen, type RunningHttpServer } from './http-server.js';
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
export {
  checkContentType,
  parseJsonBody,
  type ParsedJson,
  ClientDisconnectedError,
  hasBody,
  readBody,
} from './json-body.js';
export { ProblemError, temporarilyUnavailable, toProblem } from './problem.js';
export { inLanguages, publishedDocuments, type PublishedFile, publishedPagesWithMap } from './published-files.js';
export { createBuckets, type Buckets, limitedAddress, limitFailures, type Take } from './rate-limit.js';
export {
  checkSameOrigin,
  checkSignInOrigin,
  createAttemptCookies,
  createSessionCookie,
  sessionHashOf,
  type SessionCookie,
} from './session-cookie.js';
export { siteFiles } from './site-files.js';
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
