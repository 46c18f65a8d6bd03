import type { OperatorSessionEntry } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { Badge } from '../../ui/icons.js';
import { Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { changes } from '../api/changes.js';
import { nameRoles } from '../standing.js';
import { text } from '../text/index.js';
import { EndSessionButton } from './end-session-button.js';

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
  const shown: Column<OperatorSessionEntry>[] = [
    {
      key: 'address',
      header: t.address,
      cell: ({ address, current }) => (
        <>
          <code>{address}</code> {current && <Badge tone="info">{t.current}</Badge>}
        </>
      ),
    },
    { key: 'of', header: t.of, cell: ({ person }) => person ?? t.token },
    { key: 'roles', header: t.scope, cell: ({ roles }) => nameRoles(roles) },
    { key: 'began', header: t.began, cell: ({ began_at }) => <Ago at={began_at} /> },
    { key: 'expires', header: t.expires, cell: ({ expires_at }) => <Ago at={expires_at} /> },
  ];
  if (!may('administer')) return shown;
  const end: Column<OperatorSessionEntry> = {
    key: 'actions',
    header: actions,
    cell: ({ id, address, current }) =>
      current ? (
        t.endCurrent
      ) : (
        <EndSessionButton id={id} act={(action) => changes.endSession(id, action)} onDone={refresh}>
          {t.endText(address)}
        </EndSessionButton>
      ),
  };
  return [...shown, end];
};
