import type { Outcome } from './retry.js';

/** The base of all errors of failed calls. */
export type CallFacts = {
  /** How often it was sent. */
  attempts: number;
  /** `unknown`: it may have taken effect. */
  outcome: Outcome;
};

/** No call was made: with this id its path would lead to another object. */
export class InvalidIdError extends TypeError {}

/** A call failed for good. An abort is not one: it rejects with the reason of its signal. */
export abstract class DeliveryError extends Error {
  readonly attempts: number;
  readonly outcome: Outcome;
  constructor(message: string, { attempts, outcome }: CallFacts, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.attempts = attempts;
    this.outcome = outcome;
  }
}

/** No answer within the time; `cause` says why. */
export class NoAnswerError extends DeliveryError {
  constructor(facts: CallFacts, cause: unknown) {
    super(`no answer after ${facts.attempts} attempt(s)`, facts, { cause });
  }
}

/** An answer that is not the service's: something between you and it spoke, or `baseUrl` is of something else. */
export class UnexpectedAnswerError extends DeliveryError {
  readonly status: number;
  readonly body: string;
  constructor(facts: CallFacts, answer: { status: number; body: string }) {
    super(`unexpected answer ${answer.status}: ${answer.body.slice(0, 200)}`, facts);
    this.status = answer.status;
    this.body = answer.body;
  }
}
