import { useSignal } from '@preact/signals';
import type { PortalScope } from '@delivery/contracts';
import { ActionDialog, SecretDialog } from '../../ui/dialog.js';
import { OneOf } from '../../ui/fields.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

const scopes = ['read', 'full'] as const satisfies readonly PortalScope[];

/** Makes a link to the merchant's portal, and shows it once: to be opened here, or sent to the owner. */
export const PortalLinkButton = ({ merchantId }: { merchantId: string }) => {
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
          <OneOf legend={t.scope} words={t.scopeChoices} all={scopes} chosen={scope} />
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
