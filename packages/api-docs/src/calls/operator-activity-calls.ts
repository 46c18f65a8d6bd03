import { activityExportQuerySchema, activityListQuerySchema } from '@delivery/contracts';
import type { Call } from '../openapi/call.js';

const tag = 'Activity';
const path = '/operator/v1/activity';

const listActivity: Call = {
  id: 'listActivity',
  method: 'get',
  path,
  tag,
  summary: 'List what was changed: by whom, when and why',
  description:
    'What operators, merchants and the system itself have changed, without customers’ data, for `ACTIVITY_DAYS`. What happens to ' +
    'orders is in their timelines.',
  query: activityListQuerySchema,
  answers: { 200: { description: 'One page, newest first.', schema: 'ActivityList' } },
};

const exportActivity: Call = {
  id: 'exportActivity',
  method: 'get',
  path: `${path}/export`,
  tag,
  summary: 'The same as a file',
  description:
    'However long it is, as it is read. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  query: activityExportQuerySchema,
  answers: {
    200: { description: 'All entries, newest first.', schema: 'ActivityExport', textType: 'text/csv; charset=utf-8' },
  },
};

export const operatorActivityCalls: readonly Call[] = [listActivity, exportActivity];
