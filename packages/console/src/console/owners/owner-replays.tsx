import { useLivePages } from '../../api/pages.js';
import { may } from '../../api/session.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { OpenButton } from '../../ui/open-button.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { replayColumns, replayKey } from '../../webhooks/replay-columns.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayDialog } from './replay-dialog.js';

export const OwnerReplays = ({ ownerId }: { ownerId: string }) => {
  const t = text();
  const pages = useLivePages(reads.replays(ownerId), replayKey);
  return (
    <section class="card" aria-labelledby="replays">
      <div class="title-row">
        <h2 id="replays">{t.merchants.replays}</h2>
        {may('act') && (
          <OpenButton label={t.replays.start} kind="primary">
            {(close) => <ReplayDialog ownerId={ownerId} onDone={pages.refresh} onClose={close} />}
          </OpenButton>
        )}
      </div>
      <ExportButtons pages={pages} name="replays" />
      <PagedTable
        caption={t.merchants.replays}
        columns={replayColumns()}
        pages={pages}
        empty={<Empty title={t.replays.none}>{t.replays.noneText}</Empty>}
      />
    </section>
  );
};
