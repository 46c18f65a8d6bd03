import { useMemo } from 'preact/hooks';
import type { EndpointChanges, EndpointView } from '@delivery/contracts';
import { mayChange } from '../../api/session.js';
import { hrefTo } from '../../shell/router.js';
import { DialogButton, OpenButton } from '../../ui/buttons.js';
import { Dialog } from '../../ui/dialog.js';
import { endpointName, formatBounded } from '../../ui/format.js';
import { doNow, say } from '../../ui/states.js';
import { webhookChanges } from '../../webhooks/calls.js';
import { CatchUpButton, describeLists, describeNumber, SwitchButton } from '../../webhooks/endpoint.js';
import { ReplayDialog } from '../../webhooks/replays.js';
import { numberSettings } from '../../webhooks/rules/number-settings.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';
import { type Faults, findChanges, findFaults } from './rules/endpoint-settings.js';
import { SettingsFields } from './settings-fields.js';
import { useSettingsForm } from './settings-form.js';
import { RotateButton } from './signature.js';

type ButtonsProps = { endpoint: EndpointView; failingSince: string | null | undefined; onDone: () => void };

/** The merchant's actions on an endpoint. */
export const EndpointButtons = ({ endpoint, failingSince, onDone }: ButtonsProps) => {
  const { endpoints: t, replays } = text();
  const test = doNow(async () => {
    await webhookChanges.testEndpoint(endpoint.id, undefined);
    say(t.testNotice, 'info');
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
      <RotateButton endpoint={endpoint} onDone={onDone} />
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

type ChangeProps = { endpoint: EndpointView; onDone: () => void };

const ChangeButton = (props: ChangeProps) => (
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

type ChangeWordsProps = {
  changes: EndpointChanges;
  /** A form with faults has no consequence to show. */
  faults: Faults;
  endpoint: Pick<EndpointView, 'status' | 'waiting'>;
};

/** The consequences of a change of an endpoint's settings, in words; announced again as they change. */
const ChangeWords = ({ changes, faults, endpoint }: ChangeWordsProps) => {
  const words = describeChanges(changes, faults, endpoint);
  return (
    <div class="preview" role="status">
      {Object.keys(changes).length === 0 && <p class="quiet">{text().settings.nothing}</p>}
      {words.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </div>
  );
};

const describeChanges = (
  changes: EndpointChanges,
  faults: Faults,
  endpoint: ChangeWordsProps['endpoint'],
): string[] => {
  const { settings: t, event } = text();
  const { name, url, events, header, oauth_client_id: client } = changes;
  return [
    ...(name === undefined ? [] : [t.named(name)]),
    ...(url === undefined || faults.url ? [] : [describeMove(endpoint), t.secretStays]),
    ...(events === undefined ? [] : [t.tells(events?.map((each) => event[each]).join(', '))]),
    ...(client === undefined || faults.client ? [] : [t.signs(client)]),
    ...(header === undefined ? [] : [header === null ? t.carriesNone : t.carries(header.name)]),
    ...describeLists(changes).map((words) => `${words.join(': ')}.`),
    ...numberSettings.flatMap((setting) => {
      const value = changes[setting.name];
      return value === undefined || faults[setting.name] ? [] : [`${describeNumber(setting, value).join(': ')}.`];
    }),
  ];
};

const describeMove = ({ status, waiting }: ChangeWordsProps['endpoint']): string => {
  const t = text().settings;
  if (waiting === 0) return t.moves;
  return t[status === 'disabled' ? 'movesHeld' : 'movesWaiting'](waiting, formatBounded(waiting));
};
