import { problemContentType, toProblem, type ProblemError, type ProblemPlace } from '@delivery/http-edge';
import type { Answer } from './answer.js';

export const answerProblem = (error: ProblemError, place: ProblemPlace): Answer => {
  const problem = toProblem(error, place);
  return {
    status: problem.status,
    body: JSON.stringify(problem),
    headers: { ...error.extras.headers, 'content-type': problemContentType },
  };
};
