import type { ErrorCode } from './error-code.js';

/** The result of one POST, before it is judged. */
export type PostResult =
  | { kind: 'answered'; statusCode: number; retryAfter: string | null; excerpt: string; redirectsTo: string | null }
  /**
   * No complete answer. `statusCode` when the headers came but the rest did not in time, `errorDetail` for the merchant,
   * `systemCode` for the log.
   */
  | {
      kind: 'unanswered';
      errorCode: ErrorCode;
      statusCode: number | null;
      errorDetail: string | null;
      systemCode: string | null;
    };
