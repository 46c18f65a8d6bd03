import { activityListQuerySchema } from '../activity.js';
import { callsOf } from './call.js';

const path = '/operator/v1/activity';

export const operatorActivityCalls = callsOf('Activity', {
  listActivity: {
    request: ['GET', path],
    role: 'look',
    summary: 'List what was changed: by whom, when and why',
    description:
      'Changes by operators, merchants and the system itself, without customers’ data, for `ACTIVITY_DAYS`. ' +
      'Timelines of orders ' +
      'have the events of orders. The CSV has all entries, as they are read. A text that a spreadsheet would ' +
      'take for a formula ' +
      'begins with an apostrophe.',
    query: activityListQuerySchema,
    answers: {
      200: { description: 'One page, newest first.', schema: 'ActivityList', textType: 'text/csv; charset=utf-8' },
    },
  },
});
