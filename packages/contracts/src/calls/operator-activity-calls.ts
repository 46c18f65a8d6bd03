import { activityListQuerySchema } from '../activity.js';
import { callsOf } from './call.js';

const path = '/operator/v1/activity';

export const operatorActivityCalls = callsOf('Activity', {
  listActivity: {
    request: ['GET', path],
    role: 'look',
    summary: 'List what was changed: by whom, when and why',
    description:
      'What operators, merchants and the system itself have changed, without customers’ data, for `ACTIVITY_DAYS`. What happens to ' +
      'orders is in their timelines. The CSV has all entries, as they are read. A text that a spreadsheet would take for a formula ' +
      'begins with an apostrophe.',
    query: activityListQuerySchema,
    answers: {
      200: { description: 'One page, newest first.', schema: 'ActivityList', textType: 'text/csv; charset=utf-8' },
    },
  },
});
