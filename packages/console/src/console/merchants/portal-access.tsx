import { useSignal } from '@preact/signals';
import type { PortalScope, PortalSessionEntry } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { ActionDialog, SecretDialog } from '../../ui/dialog.js';
import { OneOf } from '../../ui/fields.js';
import { Empty, Loaded } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago, Dash } from '../../ui/time.js';
import { changes, reads } from '../calls.js';
import { EndSessionButton } from '../sessions.js';
import { text } from '../text/index.js';

type PortalAccessProps = { merchantId: string; isActive: boolean };

const sessionKey = ({ id }: PortalSessionEntry): string => id;
const everyMs = 5_000;

/** The sessions of the merchant's portal, and links that begin new ones. */
export const PortalAccess = ({ merchantId, isActive }: PortalAccessProps) => {
  const t = text().portal;
  const live = useLive(reads.portalSessions(merchantId), everyMs);
  return (
    <section class="card" aria-labelledby="portal">
      <div class="title-row">
        <h2 id="portal">{t.title}</h2>
        {may('administer') && isActive && <PortalLinkButton merchantId={merchantId} />}
      </div>
      <Loaded live={live}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t.none} />
          ) : (
            <Table caption={t.title} columns={columns(merchantId, live.refresh)} rows={data} keyOf={sessionKey} />
          )
        }
      </Loaded>
    </section>
  );
};

const columns = (merchantId: string, refresh: () => void): Column<PortalSessionEntry>[] => {
  const { portal: t, sessions, actions } = text();
  const shown: Column<PortalSessionEntry>[] = [
    { key: 'address', header: sessions.address, cell: ({ address }) => (address ? <code>{address}</code> : <Dash />) },
    { key: 'scope', header: sessions.scope, cell: ({ scope }) => t.scopes[scope] },
    { key: 'with', header: t.begunWith, cell: ({ begun_with }) => t.begun[begun_with] },
    { key: 'began', header: sessions.began, cell: ({ began_at }) => <Ago at={began_at} /> },
    { key: 'expires', header: sessions.expires, cell: ({ expires_at }) => <Ago at={expires_at} /> },
  ];
  if (!may('administer')) return shown;
  const actionColumn: Column<PortalSessionEntry> = {
    key: 'actions',
    header: actions,
    cell: ({ id }) => (
      <EndSessionButton id={id} act={(action) => changes.endPortalSession(merchantId, id, action)} onDone={refresh}>
        {t.endText}
      </EndSessionButton>
    ),
  };
  return [...shown, actionColumn];
};

const scopes = ['read', 'full'] as const satisfies readonly PortalScope[];

/** Makes a link to the merchant's portal, and shows it once: to be opened here, or sent to the owner. */
const PortalLinkButton = ({ merchantId }: { merchantId: string }) => {
  const t = text().portal;
  const isOpen = useSignal(false);
  const scope = useSignal<PortalScope>('read');
  const url = useSignal<string | undefined>(undefined);
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {t.create}
      </button>
      {isOpen.value && (
        <ActionDialog
          name={`${merchantId}.portal`}
          title={t.createTitle}
          submit={t.create}
          onClose={() => (isOpen.value = false)}
          act={async (action) => {
            const { body } = await changes.createPortalLink(merchantId, { ...action, scope: scope.value });
            url.value = body?.url;
          }}
        >
          <p>{t.createText}</p>
          <OneOf legend={text().sessions.scope} words={t.scopeChoices} all={scopes} chosen={scope} />
        </ActionDialog>
      )}
      {!isOpen.value && url.value !== undefined && (
        <SecretDialog words={t.link} secret={url.value} onClose={() => (url.value = undefined)}>
          <p>
            <a href={url.value} target="_blank" rel="noopener">
              {t.open}
            </a>
          </p>
        </SecretDialog>
      )}
    </>
  );
};
