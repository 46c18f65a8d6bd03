import { z } from 'zod';
import { type OptionalAction, pageQuerySchema, type SettingChange } from '@delivery/contracts';
import {
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  parseBody,
  type ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type Queryable, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { listChanges } from '../activity/rules/changes.js';
import { switchEndpoints } from '../endpoints/change-endpoints.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import { lockDirectory } from '../merchants/queries.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

/** Couriers' systems and platforms: callers of an API of their own, whose rows operators keep. */
export type CallerKind<View> = {
  /** In logs. */
  subject: 'courier_system' | 'platform';
  idName: 'courierSystemId' | 'platformId';
  readId: (request: ApiRequest) => string;
  notFound: () => ProblemError;
  read: (client: Queryable, id: string) => Promise<View | undefined>;
  /** By what they are listed. */
  placeOf: (view: View) => string;
  list: (client: Queryable, page: { after: string; rowMax: number }) => Promise<View[]>;
  /** As owners of endpoints, which are disabled and enabled with it. */
  ownerIdsOf: (id: string) => readonly string[];
  /** The reason that it is shown of an endpoint that was disabled with it. */
  disabledReason: string;
  /** Called after COMMIT. */
  onDisabled?: (pool: Pool, id: string, now: Date) => Promise<void>;
};

export type CallerDeps = { pool: Pool; logger: Logger };

const cursorSchema = z.tuple([z.string().max(128)]);

export const viewCallers = <View>({ pool }: { pool: Pool }, { list, placeOf }: CallerKind<View>): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }) => {
    const [after] = decodeCursor(cursorSchema, cursor) ?? [''];
    return answerList(await list(pool, { after, rowMax: limit + 1 }), limit, (row) => [placeOf(row)]);
  });

export const viewCaller =
  <View extends object>({ pool }: { pool: Pool }, kind: CallerKind<View>): OperatorHandle =>
  async (request) =>
    answerJson(200, await readCaller(pool, kind, kind.readId(request)));

/** @throws ProblemError where there is none */
export const readCaller = async <View>(
  client: Queryable,
  { read, notFound }: CallerKind<View>,
  id: string,
): Promise<View> => {
  const view = await read(client, id);
  if (!view) throw notFound();
  return view;
};

type Patch = OptionalAction & { status?: 'active' | 'disabled' | undefined };

export type ChangeCallerDeps = CallerDeps & {
  now: () => number;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

/** @param write takes the directory's lock */
export const changeCaller =
  <View extends { status: string }, P extends Patch>(
    { pool, logger, now, wakeRelay }: ChangeCallerDeps,
    kind: CallerKind<View>,
    schema: z.ZodType<P>,
    write: (client: Transaction, patch: P, id: string) => Promise<void>,
  ): OperatorHandle =>
  async (request) => {
    const id = kind.readId(request);
    const patch = parseBody(schema, request.body);
    const { by, reason, ...changes } = patch;
    const actor = actorOf(request, { by, reason });
    const view = await inTransaction(pool, async (client) => {
      await lockDirectory(client);
      const before = await readCaller(client, kind, id);
      await write(client, patch, id);
      await confirmCaller(client, actor);
      const { status }: Patch = patch;
      if (status !== undefined)
        for (const ownerId of kind.ownerIdsOf(id))
          await switchEndpoints(client, ownerId, { status, reason: kind.disabledReason }, now(), actor);
      const done = status === undefined ? 'changed' : switched[status];
      await logCaller(client, kind, { id, actor }, done, listChanges(before, changes));
      return readCaller(client, kind, id);
    });
    wakeRelay();
    if (view.status === 'disabled') await kind.onDisabled?.(pool, id, new Date(now()));
    logger.info({ [kind.idName]: id, status: view.status }, `${kind.subject}.changed`);
    return answerJson(200, view);
  };

const switched = { active: 'enabled', disabled: 'disabled' } as const;

export const logCaller = (
  client: Transaction,
  { subject }: Pick<CallerKind<unknown>, 'subject'>,
  { id, actor }: { id: string; actor: Actor },
  done: 'created' | 'changed' | 'enabled' | 'disabled',
  changes?: readonly SettingChange[],
): Promise<void> =>
  insertActivity(client, actor, {
    action: `${subject}.${done}`,
    subject: { type: subject, id },
    ...(changes && { changes }),
  });
