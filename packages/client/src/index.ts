export { createClient, type DeliveryClient } from './client.js';
export type { Deliveries, Replays } from './calls/deliveries.js';
export type {
  CatchUpOptions,
  Endpoints,
  EndpointTestOptions,
  HistoryOptions,
  MessageOptions,
  RotateOptions,
} from './calls/endpoints.js';
export type { Events, Feed, FeedOptions, FollowOptions } from './calls/events.js';
export type { ActivityCalls, ContactCalls, OAuthClients, Settings, Stores } from './calls/settings.js';
export type { ChangeOptions, CreateOptions, Orders } from './calls/orders.js';
export type { Sandbox } from './calls/sandbox.js';
export { DeliveryError, NoAnswerError, UnexpectedAnswerError } from './errors.js';
export { JsonText } from './json-text.js';
export type { List, ListOptions, Page } from './calls/read-answer.js';
export * from './problems.js';
export type { Outcome, RetryPolicy } from './retry.js';
export type { CallOptions, ClientOptions, PreviewedOptions } from './transport.js';
export type * from './types.js';
