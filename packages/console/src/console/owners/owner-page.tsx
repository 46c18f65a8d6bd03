import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MerchantView } from '@delivery/contracts';
import type { Live } from '../../api/live.js';
import { may } from '../../api/session.js';
import { DetailPage } from '../../shell/detail-page.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { OpenButton } from '../../ui/buttons.js';
import { ActionDialog } from '../../ui/dialog.js';
import { Filters } from '../../ui/filters.js';
import { say } from '../../ui/states.js';
import { DeliveryList } from '../../webhooks/delivery-list.js';
import { ReplayButtons, ReplayList, useReplays } from '../../webhooks/replays.js';
import { changes, ownerPath, webhookOwner } from '../calls.js';
import { text } from '../text/index.js';
import type { OwnerField, OwnerKind } from './owner-fields.js';
import { EditOwnerButton } from './owner-form.js';

type Owner = Pick<MerchantView, 'name' | 'status'>;

type Part = { label: string; place: readonly string[]; isChosen: boolean };

/** The overview, and the parts of these names below it. `chosen`: undefined is the overview, null none of them. */
export const partsOf = (
  place: readonly string[],
  chosen: string | null | undefined,
  names: Readonly<Record<string, string>>,
): Part[] => [
  { label: text().merchants.overview, place, isChosen: chosen === undefined },
  ...Object.entries(names).map(([part, label]) => ({ label, place: [...place, part], isChosen: chosen === part })),
];

type OwnerPageProps<T> = Pick<CallerSwitchProps, 'kind' | 'path'> & {
  live: Live<T>;
  /** The fields that can be changed. */
  fields: (owner: T) => OwnerField[];
  /** The list that it is in. */
  list: { place: string; title: string };
  badges: (owner: T) => ComponentChildren;
  sections: string;
  parts: readonly Part[];
  children: (owner: T) => ComponentChildren;
};

/**
 * The frame of the pages of a merchant, a platform or a courier's system: its name, whether it may call, and its parts.
 */
export const OwnerPage = <T extends Owner>(props: OwnerPageProps<T>) => {
  const { live, fields, list, badges, kind, path, sections, parts, children } = props;
  useTitle(live.data.value?.name);
  return (
    <DetailPage list={{ place: [list.place], title: list.title }} title={list.title} live={live}>
      {(owner) => (
        <>
          <div class="title-row">
            <h1>{owner.name}</h1>
            {badges(owner)}
            {may('administer') && (
              <>
                <EditOwnerButton kind={kind} path={path} fields={() => fields(owner)} refresh={live.refresh} />
                <CallerSwitch kind={kind} path={path} status={owner.status} refresh={live.refresh} />
              </>
            )}
          </div>
          <Filters
            label={sections}
            choices={parts.map(({ label, place, isChosen }) => ({ label, href: hrefTo(place), isChosen }))}
          />
          {children(owner)}
        </>
      )}
    </DetailPage>
  );
};

export const OwnerDeliveries = ({ ownerId, query }: { ownerId: string; query: URLSearchParams }) => (
  <DeliveryList owner={webhookOwner(ownerId)} caption={text().merchants.deliveries} query={query} />
);

export const OwnerReplays = ({ ownerId }: { ownerId: string }) => {
  const { replays } = text().merchants;
  const owner = ownerPath(ownerId);
  const pages = useReplays(owner);
  return (
    <section class="card" aria-labelledby="replays">
      <div class="title-row">
        <h2 id="replays">{replays}</h2>
        <ReplayButtons owner={owner} pages={pages} />
      </div>
      <ReplayList caption={replays} pages={pages} />
    </section>
  );
};

type CallerSwitchProps = {
  kind: OwnerKind;
  /** The caller's path in the operator API. */
  path: string;
  status: MerchantView['status'];
  refresh: () => void;
};

/** For administrators: refuses all calls of a merchant, a platform or a courier's system, or answers them again. */
const CallerSwitch = (props: CallerSwitchProps) => {
  const t = text().endpoints;
  const isDisabled = props.status === 'disabled';
  return (
    <OpenButton label={isDisabled ? t.enable : t.disable} kind={isDisabled ? 'primary' : undefined}>
      {(close) => <SwitchDialog {...props} onClose={close} />}
    </OpenButton>
  );
};

/** It does what it was opened for, whatever another operator does meanwhile. */
const SwitchDialog = ({ kind, path, status, refresh, onClose }: CallerSwitchProps & { onClose: () => void }) => {
  const { callerSwitch: t, endpoints } = text();
  const enables = useSignal(status === 'disabled').value;
  return (
    <ActionDialog
      name={`${path}.switch`}
      title={enables ? t[kind].enableTitle : t[kind].disableTitle}
      submit={enables ? endpoints.enable : endpoints.disable}
      isDangerous={!enables}
      onClose={onClose}
      act={async (action) => {
        await changes.changeOwner(path, { ...action, status: enables ? 'active' : 'disabled' });
        say(enables ? t.enabled : t.disabled);
        refresh();
      }}
    >
      <p>{enables ? t.enableText : t[kind].disableText}</p>
    </ActionDialog>
  );
};
