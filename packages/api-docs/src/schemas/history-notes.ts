import type { FieldNotes } from './field-notes.js';

/** What an endpoint answered, as merchants and operators read it. */
export const historyNotes: FieldNotes[string] = {
  '': 'A step without attempts and backlog is missing, and so is one in which no order-state ran.',
  last_error: 'The newest attempt of the last day that failed; `null`: none did.',
  'data[].answers':
    'Attempts by what came back. Those of a pull endpoint count as `2xx` when they were acknowledged, else as `none`.',
  'data[].window':
    'The smallest window that was sampled, and the most deliveries in flight. `null`: no sample was taken.',
  'data[].waiting': 'The most that was sampled, counted to 10,000. `null`: no sample was taken.',
  'data[].held': 'The same, while it was disabled.',
};
