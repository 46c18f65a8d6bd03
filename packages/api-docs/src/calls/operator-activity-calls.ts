import type { Call } from '../openapi/call.js';
import { dateTime, pageParameters, queryParameter, searchedText } from '../openapi/parameters.js';
import { schemaRef } from '../schemas/convert-schemas.js';
import { merchantIdSchema } from './operator-merchant-calls.js';

const tag = 'Activity';
const path = '/operator/v1/activity';

const text = { ...searchedText, minLength: 1 };

const filters = [
  queryParameter('merchant_id', 'Only what was done to this merchant, or by it.', merchantIdSchema),
  queryParameter('actor', 'Only what an actor of this name did.', text),
  queryParameter('action', 'Only this.', schemaRef('ActivityAction')),
  queryParameter('subject', 'Only what was done to the subject with this id.', text),
  queryParameter('since', 'Only what was done at that time or later.', dateTime),
  queryParameter('until', 'Only what was done before that time.', dateTime),
];

const listActivity: Call = {
  id: 'listActivity',
  method: 'get',
  path,
  tag,
  summary: 'List what was changed: by whom, when and why',
  description:
    'What operators, merchants and the system itself have changed, without customers’ data, for `ACTIVITY_DAYS`. What happens to ' +
    'orders is in their timelines.',
  parameters: [...filters, ...pageParameters],
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
  parameters: [
    ...filters,
    queryParameter('format', 'Of the file.', { type: 'string', enum: ['csv', 'json'], default: 'csv' }),
  ],
  answers: {
    200: { description: 'All entries, newest first.', schema: 'ActivityExport', textType: 'text/csv; charset=utf-8' },
  },
};

export const operatorActivityCalls: readonly Call[] = [listActivity, exportActivity];
