import { useMemo } from 'preact/hooks';
import type { EndpointView } from '@delivery/contracts';
import { OpenButton } from '../../ui/buttons.js';
import { Dialog } from '../../ui/dialog.js';
import { say } from '../../ui/states.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';
import { ChangeWords } from './change-words.js';
import { findChanges, findFaults } from './rules/endpoint-settings.js';
import { SettingsFields } from './settings-fields.js';
import { useSettingsForm } from './settings-form.js';

type ChangeProps = { endpoint: EndpointView; onDone: () => void };

export const ChangeButton = (props: ChangeProps) => (
  <OpenButton label={text().change}>{(close) => <ChangeDialog {...props} onClose={close} />}</OpenButton>
);

/** The endpoint's settings as they were when it was opened; only changes since then are sent. */
const ChangeDialog = ({ endpoint, onDone, onClose }: ChangeProps & { onClose: () => void }) => {
  const t = text().settings;
  const known = useMemo(() => endpoint, []);
  const form = useSettingsForm(`endpoint.${endpoint.id}`, known);
  const changed = findChanges(form.read(), known);
  return (
    <Dialog
      title={t.title}
      submit={text().save}
      isReady={Object.keys(changed).length > 0}
      check={form.check}
      explain={form.explain}
      onClose={() => {
        // Opened again, it begins with the endpoint's settings by then.
        form.discard();
        onClose();
      }}
      onSubmit={async () => {
        await changes.changeEndpoint(endpoint.id, changed);
        say(text().saved);
        onDone();
      }}
    >
      <SettingsFields form={form} type={endpoint.type} known={known} />
      <ChangeWords changes={changed} faults={findFaults(form.read(), known)} endpoint={endpoint} />
    </Dialog>
  );
};
