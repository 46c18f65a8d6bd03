import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { may } from '../../api/session.js';
import { hrefTo } from '../../shell/router.js';
import { OpenButton } from '../../ui/buttons.js';
import { ActionDialog, SecretDialog } from '../../ui/dialog.js';
import { discardDraft, draft, Field } from '../../ui/fields.js';
import { useRefusal } from '../../ui/refusal.js';
import { Select } from '../../ui/select.js';
import { say } from '../../ui/states.js';
import { changes, type OwnerBody, type OwnerCreated } from '../calls.js';
import { useTokenFields } from '../platforms/platform-keys.js';
import { text } from '../text/index.js';
import { newFields, type OwnerField, type OwnerKind } from './owner-fields.js';
import type { NewToken } from './tokens-card.js';

type FormProps = {
  /** Names the drafts. */
  name: string;
  title: string;
  submit: string;
  fields: () => OwnerField[];
  /** Beside the fields. */
  asked?: NewToken | undefined;
  /** `changed`: another operator's concurrent changes to the rest stay. */
  sent: 'all' | 'changed';
  send: (body: OwnerBody) => Promise<void>;
  onClose: () => void;
};

const OwnerForm = ({ name, title, submit, fields, asked, sent, send, onClose }: FormProps) => {
  // As they were when the form was opened.
  const drafts = useMemo(
    () =>
      fields().map((field) => {
        const key = [name, field.name, field.initial].join(' ');
        return { field, key, value: draft(key, field.initial) };
      }),
    [],
  );
  const changed = drafts.filter(({ field, value }) => value.value.trim() !== field.initial);
  const { faults, explain } = useRefusal({
    read: () => [drafts.map(({ value }) => value.value), asked?.readBody()],
    fieldAt: (pointer) => drafts.find(({ field }) => pointer.split('/')[1] === field.name)?.field.name,
    fieldOf: {
      reference_taken: 'reference',
      platform_name_taken: 'name',
      webhook_url_refused: 'webhook_url',
      public_url_not_set: 'tracking_page',
    },
  });
  return (
    <ActionDialog
      name={name}
      title={title}
      submit={submit}
      isReady={changed.length > 0}
      explain={explain}
      onClose={onClose}
      act={async (action) => {
        const values = (sent === 'all' ? drafts : changed).map(
          ({ field, value }) => [field.name, field.toValue(value.value.trim())] as const,
        );
        await send({ ...asked?.readBody(), ...Object.fromEntries(values), ...action });
        for (const { key } of drafts) discardDraft(key);
      }}
    >
      <div class="fields">
        {drafts.map(({ field, key, value }) => (
          <FormField key={key} field={field} value={value} fault={faults()[field.name]} />
        ))}
      </div>
      {asked?.fields}
    </ActionDialog>
  );
};

type FormFieldProps = { field: OwnerField; value: Signal<string>; fault: string | undefined };

const FormField = ({ field: { label, hint, isRequired, options }, value, fault }: FormFieldProps) =>
  options ? (
    <Select
      label={label}
      value={value.value}
      options={options}
      onChoose={(chosen) => (value.value = chosen)}
      fault={fault}
    />
  ) : (
    <Field
      label={label}
      value={value}
      isRequired={isRequired === true}
      fault={fault}
      {...(hint !== undefined && { hint })}
    />
  );

const lists: Readonly<Record<OwnerKind, { path: string; place: string }>> = {
  merchant: { path: '/merchants', place: 'merchants' },
  platform: { path: '/platforms', place: 'platforms' },
  courier: { path: '/courier-systems', place: 'couriers' },
};

/** Adds one, shows its credentials once, and goes to its page. */
export const NewOwnerButton = ({ kind }: { kind: OwnerKind }) => {
  const t = text().ownerForm;
  const created = useSignal<OwnerCreated | undefined>(undefined);
  const token = useTokenFields();
  if (!may('administer')) return null;
  const { path, place } = lists[kind];
  return (
    <>
      <OpenButton label={t.new[kind]} kind="primary">
        {(close) => (
          <OwnerForm
            name={`new ${kind}`}
            title={t.new[kind]}
            submit={t.add}
            fields={newFields[kind]}
            asked={kind === 'platform' ? token : undefined}
            sent="all"
            send={async (body) => {
              created.value = (await changes.addOwner(path, body)).body;
            }}
            onClose={close}
          />
        )}
      </OpenButton>
      {created.value && (
        <SecretDialog
          words={{ title: t.created.title, text: t.created[kind] }}
          secret={secretsOf(created.value)}
          onClose={() => {
            const id = created.value && idOf(created.value);
            created.value = undefined;
            if (id !== undefined) location.hash = hrefTo([place, id]);
          }}
        />
      )}
    </>
  );
};

const idOf = (created: OwnerCreated): string => ('merchant_id' in created ? created.merchant_id : created.id);

const secretsOf = (created: OwnerCreated): Record<string, string> => {
  const t = text().ownerForm.created;
  if (!('merchant_id' in created)) return { [t.token]: created.token };
  const { key, token, webhook_endpoint: endpoint } = created;
  return { [t.key]: key, [t.token]: token, ...(endpoint && { [t.secret]: endpoint.secret }) };
};

type EditProps = { kind: OwnerKind; path: string; fields: () => OwnerField[]; refresh: () => void };

export const EditOwnerButton = ({ kind, path, fields, refresh }: EditProps) => {
  const { ownerForm: t, save, saved } = text();
  return (
    <OpenButton label={t.edit}>
      {(close) => (
        <OwnerForm
          name={path}
          title={t.editTitle[kind]}
          submit={save}
          fields={fields}
          sent="changed"
          send={async (body) => {
            await changes.changeOwner(path, body);
            say(saved);
            refresh();
          }}
          onClose={close}
        />
      )}
    </OpenButton>
  );
};
