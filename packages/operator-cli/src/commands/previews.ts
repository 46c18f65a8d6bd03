import {
  type DeadLetterPreview,
  previewTokenHeader,
  type ReplayPreview,
  type WebhookPreview,
} from '@delivery/contracts';
import type { CommandInput, CommandResult, Flags } from '../command.js';
import { renderFields, renderTable } from '../output.js';

/** Flags of an action whose preview has a token. */
export const previewFlags: Flags = {
  '--preview <token>': 'of its preview: refused, and nothing done, where what it touches has changed since',
};

export const readPreviewed = ({ options: { preview } }: CommandInput): { headers?: Record<string, string> } =>
  preview === undefined ? {} : { headers: { [previewTokenHeader]: preview } };

export const previewed = (data: WebhookPreview | ReplayPreview): CommandResult => {
  const { deliveries, orders, truncated } = data;
  const fields = {
    sends: `${truncated ? 'more than ' : ''}${deliveries} webhooks of ${orders} orders`,
    'takes about': describeSeconds(data.estimated_seconds),
    'left out': data.left_out,
    'running already': data.running_replay_id,
    ...('token' in data && { 'preview token': data.token, 'good until': data.expires_at }),
  };
  const rows = data.endpoints.map((one) => [
    one.deliveries,
    one.blocked_by ?? describeSeconds(one.estimated_seconds),
    one.answer_ms === null ? null : `${Math.round(one.answer_ms)} ms`,
    one.per_second === null ? null : `${Math.round(one.per_second)}/s`,
    one.id,
  ]);
  const table = renderTable(['webhooks', 'takes', 'answers in', 'gets', 'endpoint'], rows);
  return { data, text: `${renderFields(fields)}\n\n${table}` };
};

export const previewedLetters = (data: DeadLetterPreview): CommandResult => ({
  data,
  text: renderFields({
    [data.action === 'replay' ? 'puts back' : 'deletes']:
      `${data.truncated ? 'more than ' : ''}${data.messages} messages`,
    'left out (erased)': data.left_out,
    'first refused': data.first_at,
    'last refused': data.last_at,
    'preview token': data.token,
    'good until': data.expires_at,
  }),
});

const describeSeconds = (seconds: number | null): string => (seconds === null ? 'cannot be estimated' : `${seconds} s`);
