import { useLivePages } from '../../api/pages.js';
import { mayChange } from '../../api/session.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { OpenButton } from '../../ui/open-button.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { replayColumns, replayKey } from '../../webhooks/replay-columns.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayDialog } from './replay-dialog.js';

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useLivePages(reads.replays(), replayKey);
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        {mayChange.value && (
          <OpenButton label={t.start} kind="primary">
            {(close) => <ReplayDialog onDone={pages.refresh} onClose={close} />}
          </OpenButton>
        )}
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <ExportButtons pages={pages} name="replays" />
        <PagedTable
          caption={t.titleOfList}
          columns={replayColumns()}
          pages={pages}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        />
      </section>
    </>
  );
};
