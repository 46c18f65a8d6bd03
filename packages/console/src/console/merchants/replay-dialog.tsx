import { say } from '../../ui/notice.js';
import { ReplayRange, useReplayRange } from '../../webhooks/replay-range.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type ReplayDialogProps = { merchantId: string; onDone: () => void; onClose: () => void };

export const ReplayDialog = ({ merchantId, onDone, onClose }: ReplayDialogProps) => {
  const t = text();
  const name = `${merchantId}.replay`;
  const range = useReplayRange(name);
  return (
    <ActionDialog
      name={name}
      title={t.replays.title}
      submit={t.replays.submit}
      onClose={onClose}
      act={async (action) => {
        await changes.startReplay(merchantId, { ...action, ...range.read() });
        range.discard();
        say(t.replays.notice);
        onDone();
      }}
    >
      <p>{t.replays.text}</p>
      <ReplayRange range={range} />
    </ActionDialog>
  );
};
