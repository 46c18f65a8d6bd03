import type { MerchantMode, PlatformView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { hrefTo } from '../../shell/router.js';
import { useTitle } from '../../shell/title.js';
import { Facts } from '../../ui/facts.js';
import { Filters } from '../../ui/filters.js';
import { formatCount } from '../../ui/format.js';
import { Loaded } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { reads } from '../api/calls.js';
import { ownerPath, platformOwner } from '../api/owners.js';
import { CallerStatus } from '../merchants/merchant-status.js';
import { MerchantsOf } from '../merchants/merchants-page.js';
import { CallerSwitch } from '../owners/caller-switch.js';
import { EndpointsCard } from '../owners/endpoints-card.js';
import { NamedDeliveries } from '../owners/owner-deliveries.js';
import { OwnerReplays } from '../owners/owner-replays.js';
import { text } from '../text/index.js';
import { UsageOfMonth } from '../usage/usage-page.js';
import { PlatformKeys } from './platform-keys.js';
import { PlatformTokens } from './platform-tokens.js';

/** `mode`: of the parts that are about webhooks. */
type PlatformPageProps = {
  id: string;
  part: string | undefined;
  mode: MerchantMode | undefined;
  query: URLSearchParams;
};

const everyMs = 5_000;

const modes = ['live', 'sandbox'] as const satisfies readonly MerchantMode[];
const webhookParts = ['deliveries', 'replays'] as const;

export const PlatformPage = ({ id, part, mode, query }: PlatformPageProps) => {
  const { platforms: t, merchants, usage } = text();
  const live = useLive(reads.platform(id), everyMs);
  useTitle(live.data.value?.name);
  return (
    <>
      <p class="crumbs">
        <a href={hrefTo(['platforms'])}>{t.title}</a>
      </p>
      {live.data.value === undefined && <h1>{t.title}</h1>}
      <Loaded live={live}>
        {(platform) => (
          <>
            <div class="title-row">
              <h1>{platform.name}</h1>
              <CallerStatus status={platform.status} />
              <CallerSwitch
                kind="platform"
                path={`/platforms/${encodeURIComponent(id)}`}
                status={platform.status}
                refresh={live.refresh}
              />
            </div>
            <Filters
              label={t.sections}
              choices={[
                { label: merchants.overview, href: hrefTo(['platforms', id]), isChosen: part === undefined },
                {
                  label: merchants.title,
                  href: hrefTo(['platforms', id, 'merchants']),
                  isChosen: part === 'merchants',
                },
                { label: usage.title, href: hrefTo(['platforms', id, 'usage']), isChosen: part === 'usage' },
                ...modes.flatMap((ofMode) =>
                  webhookParts.map((each) => ({
                    label: ofMode === 'live' ? merchants[each] : `${merchants[each]} (${merchants.sandbox})`,
                    href: hrefTo(['platforms', id, ofMode, each]),
                    isChosen: mode === ofMode && part === each,
                  })),
                ),
              ]}
            />
            <Part platform={platform} part={part} mode={mode} query={query} refresh={live.refresh} />
          </>
        )}
      </Loaded>
    </>
  );
};

type OverviewProps = { platform: PlatformView; refresh: () => void };
type PartProps = Omit<PlatformPageProps, 'id'> & OverviewProps;

const Part = ({ platform, part, mode, query, refresh }: PartProps) => {
  const { id } = platform;
  if (part === 'merchants') return <MerchantsOf filter={{ platform_id: id }} none={text().platforms.noMerchants} />;
  if (part === 'usage') return <UsageOfMonth path={['platforms', id, 'usage']} query={query} platformId={id} />;
  const ownerId = mode && platformOwner(id, mode);
  if (ownerId && part === 'deliveries') return <NamedDeliveries ownerId={ownerId} query={query} />;
  if (ownerId && part === 'replays') return <OwnerReplays ownerId={ownerId} />;
  return <Overview platform={platform} refresh={refresh} />;
};

const Overview = ({ platform, refresh }: OverviewProps) => {
  const { couriers, platforms: t, merchants } = text();
  return (
    <>
      <EndpointsCard of={{ platform_id: platform.id }} none={t.noEndpoints} />
      <ContactsCard path={`${ownerPath(platformOwner(platform.id, 'live'))}/contacts`} isSandbox={false} />
      <PlatformTokens platform={platform} refresh={refresh} />
      <PlatformKeys platform={platform} refresh={refresh} />
      <section class="card">
        <Facts
          facts={[
            [couriers.limit, platform.per_minute === null ? merchants.standard : formatCount(platform.per_minute)],
            [merchants.created, <Ago at={platform.created_at} />],
            [merchants.id, <code>{platform.id}</code>],
          ]}
        />
      </section>
    </>
  );
};
