import { useSignal } from '@preact/signals';
import { useLivePages } from '../../api/pages.js';
import { Empty } from '../../ui/states.js';
import { PagedTable } from '../../ui/table.js';
import { replayColumns, replayKey } from '../../webhooks/replay-columns.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { ReplayDialog } from './replay-dialog.js';

export const ReplaysPage = () => {
  const t = text().replays;
  const pages = useLivePages(reads.replays(), replayKey);
  const isOpen = useSignal(false);
  return (
    <>
      <div class="title-row">
        <h1>{t.titleOfList}</h1>
        <button
          type="button"
          class="primary"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          {t.start}
        </button>
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
      {isOpen.value && (
        <ReplayDialog
          onDone={pages.refresh}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
};
