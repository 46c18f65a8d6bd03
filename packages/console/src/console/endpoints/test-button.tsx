import type { OperatorEndpoint } from '@delivery/contracts';
import { say } from '../../ui/notice.js';
import { OpenButton } from '../../ui/open-button.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ActionDialog } from '../ui/action-dialog.js';

type TestProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'url'>; onDone: () => void };

/** Sends one example, to be looked at before the endpoint counts. */
export const TestButton = ({ endpoint, onDone }: TestProps) => {
  const t = text().endpoints;
  return (
    <OpenButton label={t.test}>
      {(close) => (
        <ActionDialog
          name={`${endpoint.id}.test`}
          title={t.testTitle}
          submit={t.test}
          onClose={close}
          act={async (action) => {
            await changes.testEndpoint(endpoint.id, action);
            say(t.testNotice);
            onDone();
          }}
        >
          <p>{t.testText}</p>
          <p class="address quiet">{endpoint.url}</p>
        </ActionDialog>
      )}
    </OpenButton>
  );
};
