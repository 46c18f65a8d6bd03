import type { ComponentChildren } from 'preact';
import type { OperatorAction, OperatorSessionEntry } from '@delivery/contracts';
import { useLive } from '../api/live.js';
import { may, operator } from '../api/session.js';
import { ActionButton } from '../ui/buttons.js';
import { Badge } from '../ui/icons.js';
import { Loaded, say } from '../ui/states.js';
import { type Column, Table } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { changes, reads } from './calls.js';
import { text } from './text/index.js';

const sessionKey = ({ id }: OperatorSessionEntry): string => id;

/** Its own session is always there, so the list is never empty. */
export const SessionsPage = () => {
  const t = text().sessions;
  const live = useLive(reads.sessions());
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="card">
        <Loaded live={live}>
          {({ data }) => <Table caption={t.title} columns={columns(live.refresh)} rows={data} keyOf={sessionKey} />}
        </Loaded>
      </section>
    </>
  );
};

const columns = (refresh: () => void): Column<OperatorSessionEntry>[] => {
  const { sessions: t, actions } = text();
  return [
    {
      key: 'address',
      header: t.address,
      cell: ({ address, current }) => (
        <>
          <code>{address}</code> {current && <Badge tone="info">{t.current}</Badge>}
        </>
      ),
    },
    { key: 'of', header: t.of, cell: ({ person }) => person ?? text().signIn.token },
    { key: 'roles', header: t.scope, cell: ({ roles }) => nameRoles(roles) },
    { key: 'began', header: t.began, cell: ({ began_at }) => <Ago at={began_at} /> },
    { key: 'expires', header: t.expires, cell: ({ expires_at }) => <Ago at={expires_at} /> },
    {
      key: 'actions',
      header: actions,
      needs: 'administer',
      cell: ({ id, address, current }) =>
        current ? (
          ''
        ) : (
          <EndSessionButton id={id} act={(action) => changes.endSession(id, action)} onDone={refresh}>
            {t.endText(address)}
          </EndSessionButton>
        ),
    },
  ];
};

type EndSessionButtonProps = {
  id: string;
  act: (action: OperatorAction) => Promise<unknown>;
  onDone: () => void;
  /** Says what ends with the session. */
  children: ComponentChildren;
};

/** Ends a session of the console or of a merchant's portal. */
export const EndSessionButton = ({ id, act, onDone, children }: EndSessionButtonProps) => {
  const t = text().sessions;
  const end = async (action: OperatorAction): Promise<void> => {
    await act(action);
    say(t.ended);
    onDone();
  };
  return (
    <span class="row-actions">
      <ActionButton name={`${id}.end`} label={t.end} title={t.endTitle} isDangerous act={end}>
        <p>{children}</p>
      </ActionButton>
    </span>
  );
};

export const nameRoles = (roles: readonly string[]): string =>
  roles.map((role) => text().people.roles[role] ?? role).join(', ');

/** The person or token that is signed in, with its roles; for a token, whether it may only read. */
export const Standing = () => {
  const t = text();
  const signedIn = operator.value;
  if (!signedIn) return null;
  if (signedIn.person !== null) {
    return (
      <p class="person">
        <strong>{signedIn.person}</strong>
        <span class="quiet">{nameRoles(signedIn.roles)}</span>
      </p>
    );
  }
  if (may('act')) return null;
  return (
    <Badge tone="idle" title={t.readOnlyHint}>
      {t.readOnly}
    </Badge>
  );
};
