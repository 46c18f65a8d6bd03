import type { EndpointView } from '@delivery/contracts';
import { mayChange } from '../../api/session.js';
import { hrefTo } from '../../shell/router.js';
import { DialogButton, OpenButton } from '../../ui/buttons.js';
import { endpointName } from '../../ui/format.js';
import { doNow, say } from '../../ui/states.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { CatchUpButton, SwitchButton } from '../../webhooks/endpoint.js';
import { ReplayDialog } from '../../webhooks/replays.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ChangeButton } from './change-button.js';
import { RotateButton } from './rotate-button.js';

type ButtonsProps = { endpoint: EndpointView; failingSince: string | null | undefined; onDone: () => void };

/** The merchant's actions on an endpoint. */
export const EndpointButtons = ({ endpoint, failingSince, onDone }: ButtonsProps) => {
  const { endpoints: t, replays } = text();
  const test = doNow(async () => {
    await webhookChanges.testEndpoint(endpoint.id, undefined);
    say(t.testNotice);
    onDone();
  });
  if (!mayChange.value) return null;
  return (
    <div class="row-actions">
      {endpoint.type === 'push' && (
        <button type="button" onClick={test}>
          {t.test}
        </button>
      )}
      {endpoint.status === 'active' && endpoint.waiting > 0 && <CatchUpButton endpoint={endpoint} onDone={onDone} />}
      <OpenButton label={replays.submit}>
        {(close) => (
          <ReplayDialog owner="" endpoint={{ id: endpoint.id, failingSince }} onDone={onDone} onClose={close} />
        )}
      </OpenButton>
      <ChangeButton endpoint={endpoint} onDone={onDone} />
      <RotateButton endpoint={endpoint} />
      <SwitchButton endpoint={endpoint} onDone={onDone} />
      <DialogButton
        label={t.remove}
        title={t.removeTitle}
        kind="danger"
        act={async () => {
          await changes.deleteEndpoint(endpoint.id);
          say(t.removedNotice);
          location.hash = hrefTo(['endpoints']);
        }}
      >
        <p>{t.removeText}</p>
        <p class="address quiet">{endpointName(endpoint)}</p>
      </DialogButton>
    </div>
  );
};
