import { useLivePages } from '../../api/pages.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { say } from '../../ui/notice.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { replayColumns, replayKey } from '../../webhooks/replay-columns.js';
import { ReplayRange, useReplayRange } from '../../webhooks/replay-range.js';
import { reads } from '../api/calls.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useLivePages(reads.replays(), replayKey);
  const range = useReplayRange('replay');
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        <DialogButton
          label={t.start}
          title={t.title}
          submit={t.submit}
          kind="primary"
          act={async () => {
            await changes.startReplay(range.read());
            range.discard();
            say(t.notice);
            pages.refresh();
          }}
        >
          <p>{t.text}</p>
          <ReplayRange range={range} />
        </DialogButton>
      </div>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <PagedTable
          caption={t.titleOfList}
          columns={replayColumns()}
          keyOf={replayKey}
          pages={pages}
          empty={<Empty title={t.none}>{t.noneText}</Empty>}
        />
      </section>
    </>
  );
};
