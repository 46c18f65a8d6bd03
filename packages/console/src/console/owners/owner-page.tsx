import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MerchantView } from '@delivery/contracts';
import { courierEvents, webhookEvents } from '@delivery/contracts/events';
import { isCourierSystem } from '@delivery/contracts/owner-ids';
import { type Live, useLive } from '../../api/live.js';
import { may } from '../../api/session.js';
import { hrefTo, useTitle } from '../../shell/router.js';
import { OpenButton } from '../../ui/buttons.js';
import { ActionDialog } from '../../ui/dialog.js';
import { Filters } from '../../ui/filters.js';
import { endpointName } from '../../ui/format.js';
import { Loaded, say } from '../../ui/states.js';
import { DeliveryList } from '../../webhooks/delivery-list.js';
import { NewReplayButton, ReplayList, useReplays } from '../../webhooks/replays.js';
import { changes, ownerPath, ownerPlace, reads } from '../calls.js';
import { text } from '../text/index.js';

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
  /** The list that it is in. */
  list: { place: string; title: string };
  badges: (owner: T) => ComponentChildren;
  sections: string;
  parts: readonly Part[];
  children: (owner: T) => ComponentChildren;
};

/** The frame of the pages of a merchant, a platform or a courier's system: its name, whether it may call, and its parts. */
export const OwnerPage = <T extends Owner>(props: OwnerPageProps<T>) => {
  const { live, list, badges, kind, path, sections, parts, children } = props;
  useTitle(live.data.value?.name);
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo([list.place])}>{list.title}</a>
      </p>
      {live.data.value === undefined && <h1>{list.title}</h1>}
      <Loaded live={live}>
        {(owner) => (
          <>
            <div class="title-row">
              <h1>{owner.name}</h1>
              {badges(owner)}
              <CallerSwitch kind={kind} path={path} status={owner.status} refresh={live.refresh} />
            </div>
            <Filters
              label={sections}
              choices={parts.map(({ label, place, isChosen }) => ({ label, href: hrefTo(place), isChosen }))}
            />
            {children(owner)}
          </>
        )}
      </Loaded>
    </>
  );
};

const endpointsEveryMs = 5_000;

export const OwnerDeliveries = ({ ownerId, query }: { ownerId: string; query: URLSearchParams }) => {
  const endpoints = useLive(reads.endpoints({ merchant_id: ownerId }), endpointsEveryMs).data.value?.data ?? [];
  return (
    <DeliveryList
      owner={ownerPath(ownerId)}
      caption={text().merchants.deliveries}
      place={[...ownerPlace(ownerId), 'deliveries']}
      events={isCourierSystem(ownerId) ? courierEvents : webhookEvents}
      endpoints={endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])}
      query={query}
    />
  );
};

export const OwnerReplays = ({ ownerId }: { ownerId: string }) => {
  const { replays } = text().merchants;
  const owner = ownerPath(ownerId);
  const pages = useReplays(owner);
  return (
    <section class="card" aria-labelledby="replays">
      <div class="title-row">
        <h2 id="replays">{replays}</h2>
        <NewReplayButton owner={owner} onDone={pages.refresh} />
      </div>
      <ReplayList caption={replays} pages={pages} />
    </section>
  );
};

type CallerSwitchProps = {
  kind: 'merchant' | 'platform' | 'courier';
  /** Of the caller, in the operator API. */
  path: string;
  status: MerchantView['status'];
  refresh: () => void;
};

/** Who may administer has the calls of a merchant, a platform or a courier's system refused, or answered again. */
const CallerSwitch = (props: CallerSwitchProps) => {
  const t = text().endpoints;
  if (!may('administer')) return null;
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
        await changes.setStatus(path, { ...action, status: enables ? 'active' : 'disabled' });
        say(enables ? t.enabled : t.disabled);
        refresh();
      }}
    >
      <p>{enables ? t.enableText : t[kind].disableText}</p>
    </ActionDialog>
  );
};
