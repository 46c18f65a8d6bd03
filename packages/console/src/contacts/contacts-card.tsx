import { useSignal } from '@preact/signals';
import type { Contact, Contacts, MailLanguage } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { get, request } from '../api/request.js';
import { may } from '../api/session.js';
import { text } from '../text/index.js';
import { DialogButton, OpenButton } from '../ui/buttons.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/fields.js';
import { Badge, ToneIcon } from '../ui/icons.js';
import { Select } from '../ui/select.js';
import { Loaded, say } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';

const everyMs = 10_000;
const contactMax = 5;
const emailOf = ({ email }: Contact): string => email;

/** `path`: where the app's API has the merchant's contacts. */
type ContactsCardProps = { path: string; isSandbox: boolean };

/** The recipients of mails. */
export const ContactsCard = ({ path, isSandbox }: ContactsCardProps) => {
  const t = text().contacts;
  const live = useLive(get<Contacts>(path), everyMs);
  /** The list is replaced as a whole, so it is read anew before: another user may have changed it. */
  const change = async (edit: (known: readonly Contact[]) => Contact[]): Promise<void> => {
    const { body } = await request<Contacts>({ path });
    await request({ method: 'PUT', path, body: { contacts: edit(body?.contacts ?? []) } });
    say(text().saved);
    live.refresh();
  };
  const replace = (old: Contact | undefined) => (contact: Contact) =>
    change((known) =>
      known.some(({ email }) => email === old?.email)
        ? known.map((each) => (each.email === old?.email ? contact : each))
        : [...known, contact],
    );
  const remove = (gone: Contact) => change((known) => known.filter(({ email }) => email !== gone.email));
  return (
    <section class="card" aria-labelledby="contacts">
      <h2 id="contacts">{t.title}</h2>
      <p class="quiet">{isSandbox ? t.sandbox : t.lead}</p>
      <Loaded live={live}>
        {({ contacts, email_enabled: isOn }) => (
          <>
            {!isSandbox && isOn === false && (
              <p class="state-line">
                <ToneIcon tone="warn" /> {t.off}
              </p>
            )}
            <Table
              caption={t.title}
              columns={columns({ contacts, replace, remove })}
              rows={contacts}
              keyOf={emailOf}
              none={t.none}
            />
            {may('administer') &&
              (contacts.length < contactMax ? (
                <div class="row-actions">
                  <OpenButton label={t.add}>
                    {(close) => <ContactDialog known={contacts} act={replace(undefined)} onClose={close} />}
                  </OpenButton>
                </div>
              ) : (
                <p class="quiet">{t.full}</p>
              ))}
          </>
        )}
      </Loaded>
    </section>
  );
};

type Actions = {
  contacts: readonly Contact[];
  replace: (old: Contact) => (contact: Contact) => Promise<void>;
  remove: (contact: Contact) => Promise<void>;
};

const columns = ({ contacts, replace, remove }: Actions): Column<Contact>[] => {
  const { contacts: t, actions } = text();
  return [
    { key: 'email', header: t.email, cell: ({ email }) => <span class="address">{email}</span> },
    {
      key: 'language',
      header: text().language,
      cell: ({ language }) => <span class="whole">{t.languages[language]}</span>,
    },
    {
      key: 'state',
      header: text().endpoints.state,
      cell: ({ confirmed_at: at }) => <Badge tone={at ? 'good' : 'warn'}>{at ? t.confirmed : t.pending}</Badge>,
    },
    {
      key: 'actions',
      header: actions,
      needs: 'administer',
      cell: (contact) => (
        <span class="row-actions">
          <OpenButton label={text().change}>
            {(close) => <ContactDialog contact={contact} known={contacts} act={replace(contact)} onClose={close} />}
          </OpenButton>
          <DialogButton label={t.remove} title={t.removeTitle} kind="danger" act={() => remove(contact)}>
            <p>{t.removeText(contact.email)}</p>
          </DialogButton>
        </span>
      ),
    },
  ];
};

const languages = ['pt', 'en', 'es'] as const satisfies readonly MailLanguage[];

type ContactDialogProps = {
  /** `undefined`: one is added. */
  contact?: Contact;
  known: readonly Contact[];
  act: (contact: Contact) => Promise<void>;
  onClose: () => void;
};

const ContactDialog = ({ contact, known, act, onClose }: ContactDialogProps) => {
  const t = text().contacts;
  const email = useSignal(contact?.email ?? '');
  const chosen = useSignal<MailLanguage>(contact?.language ?? 'pt');
  const isTaken = useSignal(false);
  return (
    <Dialog
      title={contact ? t.changeTitle : t.add}
      submit={contact ? text().save : t.add}
      check={() => {
        const given = email.value.trim().toLowerCase();
        isTaken.value = known.some((each) => each.email !== contact?.email && each.email.toLowerCase() === given);
        return !isTaken.value;
      }}
      onSubmit={() => act({ email: email.value.trim(), language: chosen.value })}
      onClose={onClose}
    >
      <Field
        type="email"
        label={t.email}
        hint={t.emailHint}
        value={email}
        maxLength={254}
        autoComplete="email"
        fault={isTaken.value ? t.taken : undefined}
      />
      <Select
        label={text().language}
        value={chosen.value}
        options={languages.map((each) => [each, t.languages[each]])}
        onChoose={(language) => (chosen.value = language)}
      />
    </Dialog>
  );
};
