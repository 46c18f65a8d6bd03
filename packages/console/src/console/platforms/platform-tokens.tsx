import { useSignal } from '@preact/signals';
import type { MerchantMode, PlatformScope, PlatformTokenView, PlatformView } from '@delivery/contracts';
import { Choice, Choices, OneOf } from '../../ui/fields.js';
import type { Column } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { TokensCard } from '../owners/tokens-card.js';
import { text } from '../text/index.js';

const scopes = [
  'merchants:read',
  'merchants:write',
  'webhooks:read',
  'webhooks:write',
] as const satisfies readonly PlatformScope[];
const modes = ['live', 'sandbox'] as const satisfies readonly MerchantMode[];
const lives = ['quarter', 'year', 'endless'] as const;
type Life = (typeof lives)[number];

const dayMs = 86_400_000;
const lifeDays: Readonly<Record<Life, number | null>> = { quarter: 90, year: 365, endless: null };

/** A token is for the platform's merchants of one mode, opens what its scopes say, and may end by itself. */
export const PlatformTokens = ({ platform, refresh }: { platform: PlatformView; refresh: () => void }) => {
  const t = text().platformTokens;
  const mode = useSignal<MerchantMode>('live');
  const chosen = useSignal<readonly PlatformScope[]>(['merchants:read', 'webhooks:read']);
  const life = useSignal<Life>('year');
  const readBody = (): object => {
    const days = lifeDays[life.value];
    return {
      mode: mode.value,
      scopes: chosen.value,
      expires_at: days === null ? null : new Date(Date.now() + days * dayMs).toISOString(),
    };
  };
  const choose = (scope: PlatformScope, isChosen: boolean): void => {
    chosen.value = scopes.filter((one) => (one === scope ? isChosen : chosen.value.includes(one)));
  };
  const fields = (
    <>
      <OneOf legend={t.mode} words={t.modes} all={modes} chosen={mode} />
      <Choices legend={t.scopes}>
        {scopes.map((scope) => (
          <Choice
            key={scope}
            type="checkbox"
            isChosen={chosen.value.includes(scope)}
            onChoose={(isChosen) => choose(scope, isChosen)}
          >
            {t.scopeChoices[scope]} <code>{scope}</code>
          </Choice>
        ))}
      </Choices>
      <OneOf legend={t.expires} words={t.lives} all={lives} chosen={life} />
    </>
  );
  return (
    <TokensCard
      path={`/platforms/${encodeURIComponent(platform.id)}`}
      tokens={platform.tokens}
      columns={columns()}
      asked={{ fields, readBody }}
      refresh={refresh}
    />
  );
};

const columns = (): Column<PlatformTokenView>[] => {
  const { couriers, platformTokens: t } = text();
  return [
    { key: 'mode', header: t.mode, cell: ({ mode }) => t.modes[mode] },
    { key: 'scopes', header: t.scopes, cell: ({ scopes: opened }) => <code>{opened.join(' ')}</code> },
    {
      key: 'expires',
      header: t.expires,
      cell: ({ expires_at: at }) => (at === null ? t.lives.endless : <Ago at={at} />),
    },
    { key: 'used', header: couriers.lastUsed, cell: ({ last_used_at: at }) => <MaybeAgo at={at} /> },
  ];
};
