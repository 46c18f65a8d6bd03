import type { IncomingHttpHeaders } from 'node:http';
import { changeHistoryLayoutSchema, type HistoryLayout as LayoutView } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { changeLayout, type ChangeLayoutDeps } from '../operations/change-layout.js';
import { progressOf } from '../operations/rules/move-progress.js';
import { countHistoryDays } from '../operations/sql/history-days.js';
import { type HistoryLayout, readHistoryLayout } from '../operations/sql/history-layout.js';
import type { OperatorCaller } from './operator-session.js';

type ReadDeps = { pool: Pool; now: () => number };

export type HistoryLayoutDeps = ChangeLayoutDeps & {
  identify: (headers: IncomingHttpHeaders) => OperatorCaller;
  /** Called after COMMIT of what leaves orders to be moved. */
  moveHistorySoon: () => void;
  logger: Pick<Logger, 'info'>;
};

/** How history is kept, and how far the move of what is there has come. */
export const viewHistoryLayout =
  (deps: ReadDeps): ApiRoute['handle'] =>
  async () =>
    answerJson(200, await readLayoutView(deps));

/** Asking twice is as good as once. While a move is under way the other one turns it round. */
export const putHistoryLayout =
  (deps: HistoryLayoutDeps): ApiRoute['handle'] =>
  async ({ body, headers, address }) => {
    const { by_day: byDay, by: operator } = parseBody(changeHistoryLayoutSchema, body);
    if (await changeLayout(deps, byDay)) {
      const { by, session } = deps.identify(headers);
      deps.logger.info({ byDay, operator, by, session, address }, 'history.layout_changed');
      deps.moveHistorySoon();
    }
    return answerJson(200, await readLayoutView(deps));
  };

export const readLayoutView = ({ pool, now }: ReadDeps): Promise<LayoutView> =>
  inSnapshot(pool, async (client) => {
    const layout = await readHistoryLayout(client);
    const { ahead, ...days } = await countHistoryDays(client, new Date(now()));
    return { by_day: layout.byDay, moving: toMovingView(layout), moved: layout.moved, days, days_ahead: ahead };
  });

const toMovingView = ({ moving }: HistoryLayout): LayoutView['moving'] =>
  moving && {
    from: moving.from.toISOString(),
    until: moving.until.toISOString(),
    moved_to: moving.movedTo.toISOString(),
    progress: progressOf(moving),
  };
