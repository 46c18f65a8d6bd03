import type { Call } from '../openapi/call.js';

const tag = 'Ledger';
const path = '/operator/v1/history-layout';

const getHistoryLayout: Call = {
  id: 'getHistoryLayout',
  method: 'get',
  path,
  tag,
  summary: 'How history is kept, and how far a move has come',
  description: 'By the day of each order, or as releases before did, in one place.',
  answers: { 200: { description: 'As it is now.', schema: 'HistoryLayout' } },
  problems: [],
};

const changeHistoryLayout: Call = {
  id: 'changeHistoryLayout',
  method: 'put',
  path,
  tag,
  summary: 'Keep history by day, or as before',
  description:
    'New orders have it from now on. Those that are there are moved in the background, 200 in a transaction, while orders flow; ' +
    'each reads the same before, during and after. Asking twice does no harm; asking for the other while a move is under way turns it round. ' +
    'Not before the last replica of a release without this call has gone: it does not find what is kept by day. ' +
    'Nor may one come back before `by_day` is false and `moving` is null.',
  body: {
    schema: 'ChangeHistoryLayout',
    required: true,
    examples: {
      byDay: { summary: 'By day', value: { by_day: true, by: 'ana' } },
      asBefore: { summary: 'As releases before keep it', value: { by_day: false, by: 'ana' } },
    },
  },
  answers: { 200: { description: 'As it is from now on.', schema: 'HistoryLayout' } },
  problems: [],
};

export const operatorLedgerCalls: readonly Call[] = [getHistoryLayout, changeHistoryLayout];
