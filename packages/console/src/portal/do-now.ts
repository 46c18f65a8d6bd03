import { CallError } from '../api/request.js';
import { noteThrownOut } from '../api/session.js';
import { say } from '../ui/notice.js';
import { describeFailure } from '../ui/states.js';

/** For a button that asks nothing before it acts: a failure is shown beside the page. */
export const doNow = (act: () => Promise<void>) => (): void => {
  act().catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) noteThrownOut();
    else say(describeFailure(error), 'bad');
  });
};
