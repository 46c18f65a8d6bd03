import type {
  CallerCredential,
  CourierSystemEntry,
  DirectoryEntry,
  MerchantMode,
  PlatformScope,
} from '@delivery/contracts';
import type { courierCalls, merchantCalls, platformCalls } from '@delivery/contracts/calls';
import type { Answer, AnswerLater, ApiRequest, Exchange, Route } from '@delivery/http-edge';
import type { Session } from '../auth/sessions.js';
import type { Admitted } from './admit-call.js';

/** An admitted request, with its body. */
export type AdmittedCall = Omit<ApiRequest, 'address' | 'body' | 'caller'> & {
  /** The merchant, the courier's system or the platform: the owner of its share of everything. */
  callerId: string;
  /** The credential it was sent with, for order-state to check again. */
  credential: CallerCredential;
  /** Empty where the method has none. */
  body: Buffer;
  requestId: string;
  receivedAt: Date;
  /** The address of the client. */
  addressOf: () => string;
  /** The trace context of this request's span where it is traced, else as the merchant sent it. */
  traceparent: string | undefined;
  /** Tells how the client's side of the connection ends before it is answered. @returns how to stop listening */
  onClosing: (listeners: ClosingListeners) => () => void;
};
export type Call = AdmittedCall & {
  merchant: DirectoryEntry;
  /** With which it came; `undefined`: it came with key and token. */
  session: Session | undefined;
};
export type CourierCall = AdmittedCall & { system: CourierSystemEntry };
/** `mode`: of the merchants that its token is for. `ownerId`: of their webhook endpoints. */
export type PlatformCall = AdmittedCall & { mode: MerchantMode; ownerId: string };
/**
 * `halfClosed`: the client sends nothing more. It may still read, or be disconnected: both look alike. `disconnected`:
 * it reads no more.
 */
type ClosingListeners = { halfClosed: () => void; disconnected: () => void };
export type RunCall = Route<Call>['handle'];
export type CallOf<Deps> = (deps: Deps) => RunCall;
/** One that may wait for something to happen. */
export type RunPoll = Route<Call, Answer | AnswerLater>['handle'];
export type RunCourierPoll = Route<CourierCall, Answer | AnswerLater>['handle'];
export type RunPlatformPoll = Route<PlatformCall, Answer | AnswerLater>['handle'];
/** A call of the merchants' API. `query`: the names of its parameters beside the credentials'. */
export type CallSpec = Route<Call, Answer | AnswerLater> &
  Admitted & {
    /**
     * It may wait for long, at little cost: it counts not as a request under way, and being slow is nothing to tell.
     */
    waits?: true;
    /** Below `/v1`: for callers with a token of another kind. */
    others?: OtherCallers;
  };
export type OtherCallers = { platform: PlatformSpec; courier: CourierSpec };
/** A call of the couriers' API. */
export type CourierSpec = Route<CourierCall, Answer | AnswerLater> & Pick<CallSpec, 'waits'> & { api: 'courier' };
/** A call of the platforms' API. `scope`: what its token must have; absent: no token opens it. */
export type PlatformSpec = Route<PlatformCall, Answer | AnswerLater> &
  Pick<CallSpec, 'waits'> & { api: 'platform'; scope?: PlatformScope };
/**
 * A call without authentication: it begins or ends a session, or shows a tracking page. `known`: the call of a request
 * with credentials.
 */
export type OpenSpec = Pick<CallSpec, 'method' | 'path'> & {
  open: (exchange: Exchange) => Promise<Answer>;
  known?: CallSpec;
};

/** The part of a call that this service adds: the rest is declared, and without a handler order-state answers it. */
type Own<Spec> = Partial<Omit<Spec, 'api' | 'scope' | 'method' | 'path' | 'query'>>;
export type OwnMerchantCalls = { readonly [Id in keyof typeof merchantCalls]?: Own<CallSpec> | Pick<OpenSpec, 'open'> };
export type OwnCourierCalls = { readonly [Id in keyof typeof courierCalls]?: Own<CourierSpec> };
export type OwnPlatformCalls = { readonly [Id in keyof typeof platformCalls]?: Own<PlatformSpec> };
