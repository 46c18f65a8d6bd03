import { useSignal } from '@preact/signals';
import type { InvitePerson, Person, PortalScope } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { get, request } from '../api/request.js';
import { may } from '../api/session.js';
import { language, text } from '../text/index.js';
import { DialogButton, OpenButton } from '../ui/buttons.js';
import { Dialog } from '../ui/dialog.js';
import { Field, OneOf } from '../ui/fields.js';
import { Loaded, say } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago } from '../ui/time.js';

const everyMs = 10_000;
const personKey = ({ id }: Person): string => id;

/** `path`: where the app's API has them. `query`: of each call. */
type PeopleCardProps = { path: string; query?: string; title: string; lead: string };

/** People of one merchant or platform, who sign in to the portal by mail. */
export const PeopleCard = ({ path, query = '', title, lead }: PeopleCardProps) => {
  const t = text().peopleCard;
  const live = useLive(get<{ data: Person[] }>(path + query), everyMs);
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', id: string, body?: object): Promise<void> => {
    await request({ method, path: path + id + query, ...(body && { body }) });
    live.refresh();
  };
  const invite = async (body: InvitePerson): Promise<void> => {
    await send('POST', '', body);
    say(t.invited(body.email));
  };
  const actions: Actions = {
    changeRole: async ({ id }, role) => {
      await send('PATCH', `/${id}`, { role });
      say(text().saved);
    },
    remove: ({ id }) => send('DELETE', `/${id}`),
  };
  return (
    <section class="card" aria-label={title}>
      <div class="title-row">
        <h2>{title}</h2>
        {may('administer') && (
          <OpenButton label={t.invite}>{(close) => <InviteDialog act={invite} onClose={close} />}</OpenButton>
        )}
      </div>
      <p class="quiet">{lead}</p>
      <Loaded live={live}>
        {({ data }) => <Table caption={title} columns={columns(actions)} rows={data} keyOf={personKey} none={t.none} />}
      </Loaded>
    </section>
  );
};

type Actions = {
  changeRole: (person: Person, role: PortalScope) => Promise<void>;
  remove: (person: Person) => Promise<void>;
};

const columns = ({ changeRole, remove }: Actions): Column<Person>[] => {
  const { peopleCard: t, contacts, actions } = text();
  return [
    {
      key: 'email',
      header: contacts.email,
      cell: ({ email }) => <span class="address">{email}</span>,
    },
    { key: 'role', header: t.role, cell: ({ role }) => t.roles[role] },
    {
      key: 'seen',
      header: t.lastSignIn,
      cell: ({ last_signed_in_at: at }) => (at === null ? t.never : <Ago at={at} />),
    },
    {
      key: 'invited',
      header: t.invitedAt,
      cell: ({ invited_at, invited_by }) => (
        <>
          <Ago at={invited_at} /> {invited_by}
        </>
      ),
    },
    {
      key: 'actions',
      header: actions,
      needs: 'administer',
      cell: (person) => {
        const other = person.role === 'full' ? 'read' : 'full';
        return (
          <span class="row-actions">
            <DialogButton label={t.makeRole[other]} title={t.changeTitle} act={() => changeRole(person, other)}>
              <p>{t.changeText(person.email, t.roles[other])}</p>
            </DialogButton>
            <DialogButton label={contacts.remove} title={t.removeTitle} kind="danger" act={() => remove(person)}>
              <p>{t.removeText(person.email)}</p>
            </DialogButton>
          </span>
        );
      },
    },
  ];
};

const roles = ['full', 'read'] as const satisfies readonly PortalScope[];

type InviteDialogProps = { act: (person: InvitePerson) => Promise<void>; onClose: () => void };

/** The invitation is in the language of the page. */
const InviteDialog = ({ act, onClose }: InviteDialogProps) => {
  const { peopleCard: t, contacts } = text();
  const email = useSignal('');
  const role = useSignal<PortalScope>('full');
  return (
    <Dialog
      title={t.invite}
      submit={t.invite}
      onClose={onClose}
      onSubmit={() => act({ email: email.value.trim(), role: role.value, language: language.value })}
    >
      <p>{t.inviteText}</p>
      <Field
        type="email"
        label={contacts.email}
        hint={contacts.emailHint}
        value={email}
        maxLength={254}
        autoComplete="off"
      />
      <OneOf legend={t.role} words={t.roleChoices} all={roles} chosen={role} />
    </Dialog>
  );
};
