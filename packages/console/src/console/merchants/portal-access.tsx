import { useSignal } from '@preact/signals';
import type { PortalScope, PortalSessionEntry } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { SecretButton } from '../../ui/buttons.js';
import { OneOf } from '../../ui/fields.js';
import { Loaded } from '../../ui/states.js';
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
        {({ data }) => (
          <Table
            caption={t.title}
            columns={columns(merchantId, live.refresh)}
            rows={data}
            keyOf={sessionKey}
            none={t.none}
          />
        )}
      </Loaded>
    </section>
  );
};

const columns = (merchantId: string, refresh: () => void): Column<PortalSessionEntry>[] => {
  const { portal: t, sessions, actions } = text();
  return [
    { key: 'address', header: sessions.address, cell: ({ address }) => (address ? <code>{address}</code> : <Dash />) },
    { key: 'scope', header: sessions.scope, cell: ({ scope }) => t.scopes[scope] },
    { key: 'with', header: t.begunWith, cell: ({ begun_with }) => t.begun[begun_with] },
    { key: 'began', header: sessions.began, cell: ({ began_at }) => <Ago at={began_at} /> },
    { key: 'expires', header: sessions.expires, cell: ({ expires_at }) => <Ago at={expires_at} /> },
    {
      key: 'actions',
      header: actions,
      needs: 'administer',
      cell: ({ id }) => (
        <EndSessionButton id={id} act={(action) => changes.endPortalSession(merchantId, id, action)} onDone={refresh}>
          {t.endText}
        </EndSessionButton>
      ),
    },
  ];
};

const scopes = ['read', 'full'] as const satisfies readonly PortalScope[];

/** Makes a link to the merchant's portal, and shows it once: to be opened here, or sent to the owner. */
const PortalLinkButton = ({ merchantId }: { merchantId: string }) => {
  const t = text().portal;
  const scope = useSignal<PortalScope>('read');
  return (
    <SecretButton
      name={`${merchantId}.portal`}
      label={t.create}
      title={t.createTitle}
      words={t.link}
      act={async (action) => (await changes.createPortalLink(merchantId, { ...action, scope: scope.value })).body?.url}
      after={(url) => (
        <p>
          <a href={url} target="_blank" rel="noopener">
            {t.open}
          </a>
        </p>
      )}
    >
      <p>{t.createText}</p>
      <OneOf legend={text().sessions.scope} words={t.scopeChoices} all={scopes} chosen={scope} />
    </SecretButton>
  );
};
