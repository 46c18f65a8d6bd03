import { type CallFacts, DeliveryError } from './errors.js';
import type { FieldError, ProblemDetails } from './types.js';

export type ProblemFacts = CallFacts & {
  details: ProblemDetails;
  /** From `Retry-After`. */
  retryAfterMs?: number;
};

/** A problem document of the service (RFC 9457). `code` discriminates the classes, also in a `switch`. */
export abstract class ProblemError extends DeliveryError {
  abstract readonly code: string;
  readonly status: number;
  readonly title: string;
  /** For people. */
  readonly detail: string;
  /** For support. */
  readonly requestId: string;
  /** Every faulty field, each with a JSON Pointer; empty where it is not about fields. */
  readonly errors: readonly FieldError[];
  readonly retryAfterMs: number | undefined;
  constructor({ details, retryAfterMs, ...facts }: ProblemFacts) {
    super(`${details.status} ${details.code}: ${details.detail}`, facts);
    this.status = details.status;
    this.title = details.title;
    this.detail = details.detail;
    this.requestId = details.request_id;
    this.errors = details.errors ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** The class of one code. */
export const problemOf = <Code extends string>(
  code: Code,
): new (facts: ProblemFacts) => ProblemError & { readonly code: Code } =>
  class extends ProblemError {
    readonly code = code;
  };

/** A code that this version of the client does not know: treat it by its `status`; the code is `unknownCode`. */
export class UnknownProblem extends ProblemError {
  readonly code = 'unknown';
  readonly unknownCode: string;
  constructor(facts: ProblemFacts) {
    super(facts);
    this.unknownCode = facts.details.code;
  }
}

/** The `external_id` belongs to an order with other content; `errors` names where it differs. */
export class ExternalIdConflict extends problemOf('external_id_conflict') {
  /** The existing order. */
  readonly orderId: string | undefined;
  constructor(facts: ProblemFacts) {
    super(facts);
    this.orderId = facts.details.order_id;
  }
}
