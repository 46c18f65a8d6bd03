import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type ApiRequest, type ApiRoute, ProblemError } from '@delivery/http-edge';
import { hasWaitedInVain, type Pool, type Standby } from '@delivery/postgres';

/**
 * The result of a read that a standby may answer: it answered, it did not find the resource, or why it was not asked.
 */
export type StandbyReadOutcome = 'answered' | 'not_found' | Extract<StandbyRead, { unread: string }>['unread'];
type StandbyRead = Awaited<ReturnType<Standby['read']>>;

export type LateReadDeps = {
  /** The pool of the primary. */
  pool: Pool;
  /** Absent: the primary answers everything. */
  standby?: Standby | undefined;
  onStandbyRead: (outcome: StandbyReadOutcome) => void;
};

/**
 * Routes that a standby answers while it can be used, else the primary. The one place that decides (ADR 1): a route
 * that is not made through here reads from the primary.
 * @param listRoutes routes that read, and whose answers may be late: recent writes may be missing
 */
export const readFromStandby = <Deps extends { pool: Pool }, Identity>(
  deps: Deps & LateReadDeps,
  listRoutes: (deps: Deps) => readonly ApiRoute<Identity>[],
): ApiRoute<Identity>[] => {
  const { standby, onStandbyRead } = deps;
  const routes = listRoutes(deps);
  if (!standby) return [...routes];
  const late = listRoutes({ ...deps, pool: standby.pool });
  return routes.map((route, place) => {
    const lateRoute = late[place] ?? route;
    const handle = async (request: ApiRequest<Identity>): Promise<Answer> => {
      if (isNamed(request)) return route.handle(request);
      const read = await standby.read(() => findOrNot(lateRoute, request));
      const outcome = 'unread' in read ? read.unread : read.answer.outcome;
      onStandbyRead(outcome);
      return 'answer' in read && read.answer.answer ? read.answer.answer : route.handle(request);
    };
    return { ...route, handle };
  });
};

/** With a name in the query, a list is how a caller finds out whether an object exists. */
const isNamed = ({ query }: ApiRequest): boolean => names.some((name) => query.has(name));
const names = ['external_id', 'order_id', 'webhook_id'];

type Found = { outcome: 'answered'; answer: Answer } | { outcome: 'not_found'; answer?: undefined };

/**
 * A row that a standby does not have may be newer than its data, so a standby never answers that something does not
 * exist.
 */
const findOrNot = async <Identity>(route: ApiRoute<Identity>, request: ApiRequest<Identity>): Promise<Found> => {
  try {
    const answer = await route.handle(request);
    return request.query.has('q') && isEmptyList(answer) ? { outcome: 'not_found' } : { outcome: 'answered', answer };
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return { outcome: 'not_found' };
    throw error;
  }
};

const isEmptyList = ({ body }: Answer): boolean => typeof body === 'string' && body.startsWith('{"data":[],');

/** Longer than any transaction of ours holds a row, and less than callers wait for an answer. */
const waitMaxMs = 1_000;
const pauseMinMs = 10;
const pauseMaxMs = 100;

/**
 * Repeats work that found a row held by another session: the connection, on which it waited for a moment only, serves
 * others in between. For work of one transaction, which was rolled back.
 */
export const retryLocked = async <T>(work: () => T | Promise<T>): Promise<T> => {
  const untilMs = performance.now() + waitMaxMs;
  for (let pauseMs = pauseMinMs; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    try {
      return await work();
    } catch (error) {
      if (!hasWaitedInVain(error) || performance.now() + pauseMs > untilMs) throw error;
    }
    await delay(pauseMs);
  }
};
