import type { MerchantMode, PlatformView } from '@delivery/contracts';
import { platformOwnerId } from '@delivery/contracts/owner-ids';
import { useLive } from '../../api/live.js';
import { ContactsCard } from '../../contacts/contacts-card.js';
import { PeopleCard } from '../../people/people-card.js';
import { Facts } from '../../ui/cards.js';
import { formatCount } from '../../ui/format.js';
import { Ago } from '../../ui/time.js';
import { ownerPath, reads } from '../calls.js';
import { EndpointsCard } from '../endpoints/endpoints-page.js';
import { CallerStatus, MerchantsOf } from '../merchants/merchants-page.js';
import { CallersPage } from '../owners/callers-page.js';
import { platformFields } from '../owners/owner-fields.js';
import { OwnerDeliveries, OwnerPage, OwnerReplays, partsOf } from '../owners/owner-page.js';
import { text } from '../text/index.js';
import { UsageOfMonth } from '../usage.js';
import { PlatformKeys, PlatformTokens } from './platform-keys.js';

export const PlatformsPage = () => (
  <CallersPage
    kind="platform"
    words={text().platforms}
    name="platforms"
    list={reads.platforms()}
    badges={({ status }) => <CallerStatus status={status} />}
    column={{
      key: 'tokens',
      header: text().merchants.tokens,
      isNumber: true,
      cell: ({ tokens }) => formatCount(tokens.length),
    }}
  />
);

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
  const place = ['platforms', id];
  // A platform gets its key of a mode with its first merchant there.
  const isUsed = (each: MerchantMode): boolean =>
    each === 'live' || each === mode || (live.data.value?.keys.some((key) => key.mode === each) ?? false);
  return (
    <OwnerPage
      kind="platform"
      path={`/platforms/${encodeURIComponent(id)}`}
      live={live}
      fields={platformFields}
      list={{ place: 'platforms', title: t.title }}
      badges={({ status }) => <CallerStatus status={status} />}
      sections={t.sections}
      parts={[
        ...partsOf(place, mode ? null : part, { merchants: merchants.title, usage: usage.title }),
        ...modes.filter(isUsed).flatMap((ofMode) =>
          webhookParts.map((each) => ({
            label: ofMode === 'live' ? merchants[each] : `${merchants[each]} (${merchants.sandbox})`,
            place: [...place, ofMode, each],
            isChosen: mode === ofMode && part === each,
          })),
        ),
      ]}
    >
      {(platform) => <Part platform={platform} part={part} mode={mode} query={query} refresh={live.refresh} />}
    </OwnerPage>
  );
};

type OverviewProps = { platform: PlatformView; refresh: () => void };
type PartProps = Omit<PlatformPageProps, 'id'> & OverviewProps;

const Part = ({ platform, part, mode, query, refresh }: PartProps) => {
  const { id } = platform;
  if (part === 'merchants') return <MerchantsOf filter={{ platform_id: id }} none={text().platforms.noMerchants} />;
  if (part === 'usage') return <UsageOfMonth path={['platforms', id, 'usage']} query={query} platformId={id} />;
  const ownerId = mode && platformOwnerId(id, mode);
  if (ownerId && part === 'deliveries') return <OwnerDeliveries ownerId={ownerId} query={query} />;
  if (ownerId && part === 'replays') return <OwnerReplays ownerId={ownerId} />;
  return <Overview platform={platform} refresh={refresh} />;
};

const Overview = ({ platform, refresh }: OverviewProps) => {
  const { couriers, platforms: t, merchants } = text();
  return (
    <>
      <EndpointsCard of={{ platform_id: platform.id }} none={t.noEndpoints} />
      <ContactsCard path={`${ownerPath(platformOwnerId(platform.id, 'live'))}/contacts`} isSandbox={false} />
      <PeopleCard path={`${ownerPath(platformOwnerId(platform.id, 'live'))}/people`} {...text().portalPeople} />
      <PlatformTokens platform={platform} refresh={refresh} />
      <PlatformKeys platform={platform} refresh={refresh} />
      <section class="card">
        <Facts
          facts={[
            [couriers.limit, platform.per_minute === null ? merchants.standard : formatCount(platform.per_minute)],
            [merchants.created, <Ago at={platform.created_at} />],
            [text().endpoints.id, <code>{platform.id}</code>],
          ]}
        />
      </section>
    </>
  );
};
