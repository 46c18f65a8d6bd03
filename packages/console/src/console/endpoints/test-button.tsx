import type { OperatorEndpoint } from '@delivery/contracts';
import { ActionButton } from '../../ui/buttons.js';
import { say } from '../../ui/states.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { text } from '../text/index.js';

type TestProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'url'>; onDone: () => void };

/** Sends one example, to be looked at before the endpoint counts. */
export const TestButton = ({ endpoint, onDone }: TestProps) => {
  const t = text().endpoints;
  return (
    <ActionButton
      name={`${endpoint.id}.test`}
      label={t.test}
      title={t.testTitle}
      act={async (action) => {
        await webhookChanges.testEndpoint(endpoint.id, action);
        say(t.testNotice);
        onDone();
      }}
    >
      <p>{t.testText}</p>
      <p class="address quiet">{endpoint.url}</p>
    </ActionButton>
  );
};
