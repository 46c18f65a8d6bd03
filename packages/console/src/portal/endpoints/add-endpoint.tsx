import { useSignal } from '@preact/signals';
import type { CreateEndpointBody, EndpointSignature, EndpointType } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { Dialog, SecretDialog } from '../../ui/dialog.js';
import { Choice, OneOf } from '../../ui/fields.js';
import { say } from '../../ui/states.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';
import { findLists, findNumbers, type TypedSettings } from './rules/endpoint-settings.js';
import { SettingsFields } from './settings-fields.js';
import { useSettingsForm } from './settings-form.js';
import { SignatureChoice } from './signature.js';

/** Asks for an endpoint's settings, shows its secret, and then its page, which can send a test. */
export const AddEndpointButton = () => {
  const t = text().endpoints;
  const isOpen = useSignal(false);
  const added = useSignal<AddedEndpoint | undefined>(undefined);
  const open = ({ id }: AddedEndpoint): void => {
    say(t.addNotice);
    location.hash = hrefTo(['endpoints', id]);
  };
  return (
    <>
      <button type="button" class="primary" onClick={() => (isOpen.value = true)}>
        {t.add}
      </button>
      {isOpen.value && (
        <AddEndpointDialog
          onAdded={(endpoint) => (added.value = endpoint)}
          onClose={() => {
            isOpen.value = false;
            if (added.value && added.value.secret === undefined) open(added.value);
          }}
        />
      )}
      {!isOpen.value && added.value?.secret !== undefined && (
        <SecretDialog words={t.secret} secret={added.value.secret} onClose={() => added.value && open(added.value)} />
      )}
    </>
  );
};

const types = ['push', 'pull'] as const satisfies readonly EndpointType[];

/** `secret`: `undefined` where another one signs, or a key whose public half the endpoint's page shows. */
type AddedEndpoint = { id: string; secret: string | undefined };

type AddProps = { onAdded: (endpoint: AddedEndpoint) => void; onClose: () => void };

const AddEndpointDialog = ({ onAdded, onClose }: AddProps) => {
  const t = text().endpoints;
  const type = useSignal<EndpointType>('push');
  const signature = useSignal<EndpointSignature>('hmac-sha256');
  const isEnabled = useSignal(true);
  const form = useSettingsForm('endpoint');
  return (
    <Dialog
      title={t.addTitle}
      submit={t.add}
      check={() => type.value === 'pull' || form.check()}
      explain={form.explain}
      onClose={onClose}
      onSubmit={async () => {
        const { body } = await changes.addEndpoint({
          ...toEndpoint(type.value, form.read()),
          signature: signature.value,
          enabled: isEnabled.value,
        });
        form.discard();
        const secret = body?.format === 'open_delivery' ? undefined : (body?.secret ?? undefined);
        if (body) onAdded({ id: body.id, secret });
      }}
    >
      <OneOf legend={t.type} words={t.types} all={types} chosen={type} />
      <SettingsFields form={form} type={type.value} />
      <SignatureChoice chosen={signature} />
      <Choice type="checkbox" isChosen={!isEnabled.value} onChoose={(isChosen) => (isEnabled.value = !isChosen)}>
        {t.addDisabled}
      </Choice>
    </Dialog>
  );
};

const toEndpoint = (type: EndpointType, typed: TypedSettings): Partial<CreateEndpointBody> => ({
  type,
  ...(typed.name && { name: typed.name }),
  ...findLists(typed, {}),
  ...findNumbers(typed, { type }),
  ...(type === 'push' && {
    url: typed.url,
    format: typed.format,
    ...(typed.format === 'open_delivery' && { oauth_client_id: typed.clientId }),
    ...(typed.headerName && { header: { name: typed.headerName, value: typed.headerValue } }),
  }),
});
