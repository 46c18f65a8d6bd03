import { useSignal } from '@preact/signals';
import type { MerchantMode, PlatformScope, PlatformTokenView, PlatformView } from '@delivery/contracts';
import { SecretButton } from '../../ui/buttons.js';
import { Choice, Choices, OneOf } from '../../ui/fields.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago, MaybeAgo } from '../../ui/time.js';
import { changes } from '../calls.js';
import { type NewToken, TokensCard } from '../owners/tokens-card.js';
import { text } from '../text/index.js';

type Key = PlatformView['keys'][number];
type KeysProps = { platform: PlatformView; refresh: () => void };

const overlaps = ['now', 'day', 'week'] as const;
const overlapHours: Readonly<Record<(typeof overlaps)[number], number>> = { now: 0, day: 24, week: 168 };

/** The keys that its merchants send beside their own tokens: one for each mode. Administrators rotate them. */
export const PlatformKeys = ({ platform, refresh }: KeysProps) => {
  const { platformKeys: t, platformTokens, actions } = text();
  const columns: Column<Key>[] = [
    { key: 'mode', header: platformTokens.mode, cell: ({ mode }) => platformTokens.modes[mode] },
    { key: 'since', header: t.since, cell: ({ created_at: at }) => <Ago at={at} /> },
    { key: 'old', header: t.oldUntil, cell: ({ old_key_until: until }) => <MaybeAgo at={until} /> },
    {
      key: 'actions',
      header: actions,
      needs: 'administer',
      cell: (key) => <RotateButton platformId={platform.id} shown={key} onDone={refresh} />,
    },
  ];
  return (
    <section class="card" aria-labelledby="keys">
      <h2 id="keys">{t.title}</h2>
      <Table caption={t.title} columns={columns} rows={platform.keys} keyOf={({ mode }) => mode} none={t.none} />
    </section>
  );
};

type RotateProps = { platformId: string; shown: Key; onDone: () => void };

const RotateButton = ({ platformId, shown: { mode, old_key_until: oldUntil }, onDone }: RotateProps) => {
  const t = text().platformKeys;
  const overlap = useSignal<(typeof overlaps)[number]>('day');
  const path = `/platforms/${encodeURIComponent(platformId)}`;
  return (
    <span class="row-actions">
      <SecretButton
        name={`${platformId}.${mode}.rotate`}
        label={t.rotate}
        title={t.rotateTitle}
        words={t.secret}
        isDangerous
        act={async (action) => {
          const wanted = { mode, old_key_hours: overlapHours[overlap.value] };
          const { body } = await changes.rotateKey(path, { ...action, ...wanted });
          onDone();
          return body?.key;
        }}
      >
        <p>{oldUntil === null ? t.rotateText : t.again}</p>
        <OneOf legend={t.old} words={t.hours} all={overlaps} chosen={overlap} />
      </SecretButton>
    </span>
  );
};

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
export const useTokenFields = (): NewToken => {
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
      <OneOf legend={text().sessions.expires} words={t.lives} all={lives} chosen={life} />
    </>
  );
  return { fields, readBody };
};

export const PlatformTokens = ({ platform, refresh }: KeysProps) => (
  <TokensCard
    path={`/platforms/${encodeURIComponent(platform.id)}`}
    tokens={platform.tokens}
    columns={columns()}
    asked={useTokenFields()}
    refresh={refresh}
  />
);

const columns = (): Column<PlatformTokenView>[] => {
  const { couriers, platformTokens: t } = text();
  return [
    { key: 'mode', header: t.mode, cell: ({ mode }) => t.modes[mode] },
    { key: 'scopes', header: t.scopes, cell: ({ scopes: opened }) => <code>{opened.join(' ')}</code> },
    {
      key: 'expires',
      header: text().sessions.expires,
      cell: ({ expires_at: at }) => (at === null ? t.lives.endless : <Ago at={at} />),
    },
    { key: 'used', header: couriers.lastUsed, cell: ({ last_used_at: at }) => <MaybeAgo at={at} /> },
  ];
};
