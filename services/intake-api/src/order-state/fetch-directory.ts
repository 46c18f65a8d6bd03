import type { z } from 'zod';
import {
  type DirectoryEntry,
  directoryEntrySchema,
  type DirectoryPage,
  directoryPageSchema,
  type Heartbeat,
  type RefusedCalls,
} from '@delivery/contracts';
import { answerDeadlineMs, type OrderStateClient } from './order-state-client.js';

export const directoryPageSize = 1000;
const pageTimeoutMs = 10_000;

/** The answer breaks the contract: another release, or another program, sent it. */
class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

export type DirectorySource = {
  fetchPage: (cursor: string | null) => Promise<DirectoryPage>;
  fetchChanges: (sinceVersion: number) => Promise<DirectoryPage>;
  fetchEntry: (by: 'token_hash' | 'client_id', key: string) => Promise<DirectoryEntry | undefined>;
  /** Tokens of couriers' systems and platforms that were used just now. */
  reportUsedTokens: (tokenHashes: readonly string[]) => Promise<void>;
  /** Refused calls since the last report. */
  reportRefusedCalls: (refused: readonly RefusedCalls[]) => Promise<void>;
  reportHeartbeat: (heartbeat: Heartbeat) => Promise<void>;
};

export const createDirectorySource = (client: OrderStateClient): DirectorySource => {
  const get = async (path: string, timeoutMs: number) => client.call({ method: 'GET', path, timeoutMs });
  const report = async (path: string, reported: object): Promise<void> => {
    const body = Buffer.from(JSON.stringify(reported));
    const { status } = await client.call({ method: 'POST', path, timeoutMs: answerDeadlineMs, body });
    if (status !== 204) throw new UnexpectedAnswerError(`order-state answered ${path} with ${status}`);
  };
  return {
    fetchPage: async (cursor) => {
      const from = cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}&`;
      const answer = await get(`/internal/v1/directory?${from}limit=${directoryPageSize}`, pageTimeoutMs);
      return parseAnswer(directoryPageSchema, answer);
    },
    fetchChanges: async (sinceVersion) => {
      const query = `since=${sinceVersion}&limit=${directoryPageSize}`;
      return parseAnswer(directoryPageSchema, await get(`/internal/v1/directory/changes?${query}`, pageTimeoutMs));
    },
    fetchEntry: async (by, key) => {
      const answer = await get(`/internal/v1/directory/lookup?${by}=${encodeURIComponent(key)}`, answerDeadlineMs);
      return answer.status === 404 ? undefined : parseAnswer(directoryEntrySchema, answer);
    },
    reportUsedTokens: (tokenHashes) => report('/internal/v1/tokens/used', { token_hashes: tokenHashes }),
    reportRefusedCalls: (refused) => report('/internal/v1/calls/refused', { refused }),
    reportHeartbeat: (heartbeat) => report('/internal/v1/heartbeats', heartbeat),
  };
};

const parseAnswer = <T extends z.ZodType>(schema: T, answer: { status: number; body: Buffer }): z.infer<T> => {
  if (answer.status !== 200)
    throw new UnexpectedAnswerError(`order-state answered a directory request with ${answer.status}`);
  return schema.parse(JSON.parse(answer.body.toString('utf8')));
};
