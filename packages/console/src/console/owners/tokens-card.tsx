import type { ComponentChildren } from 'preact';
import { may } from '../../api/session.js';
import { ActionButton, SecretButton } from '../../ui/buttons.js';
import { say } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';

type ShownToken = { id: string; last_four: string; created_at: string };

/** The fields of a new token, for owners whose tokens differ. */
export type NewToken = { fields: ComponentChildren; readBody: () => object };

type TokensCardProps<T> = {
  /** The owner's path in the operator API. */
  path: string;
  tokens: readonly T[];
  /** Beside the end of the token and its age. */
  columns: readonly Column<T>[];
  asked?: NewToken;
  refresh: () => void;
};

/** The tokens of an owner. Administrators add tokens, each of which is shown once, and revoke them. */
export const TokensCard = <T extends ShownToken>({ path, tokens, columns, asked, refresh }: TokensCardProps<T>) => {
  const t = text();
  const shown: Column<T>[] = [
    { key: 'id', header: t.tokens.endsIn, cell: (token) => <TokenEnd token={token} /> },
    { key: 'created', header: t.merchants.created, cell: ({ created_at }) => <Ago at={created_at} /> },
    ...columns,
    {
      key: 'actions',
      header: t.actions,
      needs: 'administer',
      cell: (token) => <RevokeButton path={path} token={token} onDone={refresh} />,
    },
  ];
  return (
    <section class="card" aria-labelledby="tokens">
      <div class="title-row">
        <h2 id="tokens">{t.merchants.tokens}</h2>
        {may('administer') && <AddTokenButton path={path} asked={asked} onDone={refresh} />}
      </div>
      <Table caption={t.merchants.tokens} columns={shown} rows={tokens} keyOf={({ id }) => id} none={t.tokens.none} />
    </section>
  );
};

const TokenEnd = ({ token: { id, last_four: end } }: { token: ShownToken }) => <code title={id}>…{end}</code>;

type AddProps = { path: string; asked: NewToken | undefined; onDone: () => void };

const AddTokenButton = ({ path, asked, onDone }: AddProps) => {
  const t = text().tokens;
  return (
    <SecretButton
      name={`${path}.token`}
      label={t.add}
      title={t.addTitle}
      words={t.secret}
      act={async (action) => {
        const { body } = await changes.addToken(path, action, asked?.readBody());
        onDone();
        return body?.token;
      }}
    >
      <p>{t.addText}</p>
      {asked?.fields}
    </SecretButton>
  );
};

const RevokeButton = ({ path, token, onDone }: { path: string; token: ShownToken; onDone: () => void }) => {
  const t = text().tokens;
  return (
    <span class="row-actions">
      <ActionButton
        name={`${token.id}.revoke`}
        label={t.revoke}
        title={t.revokeTitle}
        isDangerous
        act={async (action) => {
          await changes.revokeToken(path, token.id, action);
          say(t.revoked);
          onDone();
        }}
      >
        <p>{t.revokeText}</p>
        <p>
          <TokenEnd token={token} />
        </p>
      </ActionButton>
    </span>
  );
};
