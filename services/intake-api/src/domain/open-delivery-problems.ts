import type { FieldError } from '@delivery/contracts';
import { fieldErrorAt, ProblemError } from '@delivery/http-edge';
import { toSentPointer } from '@delivery/open-delivery';

/** The standard requires 422 if an order exists already, is gone, or is past the requested step. */
export const withTheirStatus = (problem: ProblemError): ProblemError =>
  problem.status === 409 || problem.status === 410
    ? new ProblemError(problem.code, problem.detail, { ...problem.extras, status: 422 })
    : problem;

/** A problem of the order that was made of a delivery: its fields as they were sent. */
export const withSentFields = (problem: ProblemError): ProblemError => {
  // Warnings are of the order that was made, whose fields the sender does not know.
  const { errors, warnings: _, ...extras } = problem.extras;
  const isConflict = problem.code === 'external_id_conflict';
  if (!errors && !isConflict) return problem;
  const detail = isConflict ? 'This orderId already belongs to a delivery with different content.' : problem.detail;
  return new ProblemError(problem.code, detail, { ...extras, ...(errors && { errors: errors.map(toSentError) }) });
};

export const toSentError = ({ pointer, code, message }: FieldError): FieldError =>
  fieldErrorAt(toSentPointer(pointer), code, message);
