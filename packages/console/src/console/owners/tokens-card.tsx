import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { may } from '../../api/session.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { say } from '../../ui/notice.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { Empty } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago } from '../../ui/time.js';
import { changes } from '../api/changes.js';
import { text } from '../text/index.js';

/** What is asked for a new token, where an owner's differ. */
type NewToken = { fields: ComponentChildren; readBody: () => object };

type TokensCardProps<T> = {
  /** Of the owner, in the operator API. */
  path: string;
  tokens: readonly T[];
  /** Beside the id and the age. */
  columns: readonly Column<T>[];
  asked?: NewToken;
  refresh: () => void;
};

/** What an owner calls with: who may administer adds one, which is shown once, and revokes them. */
export const TokensCard = <T extends { id: string; created_at: string }>({
  path,
  tokens,
  columns,
  asked,
  refresh,
}: TokensCardProps<T>) => {
  const t = text();
  const shown: Column<T>[] = [
    { key: 'id', header: t.merchants.id, cell: ({ id }) => <code>{id}</code> },
    { key: 'created', header: t.merchants.created, cell: ({ created_at }) => <Ago at={created_at} /> },
    ...columns,
  ];
  const actionColumn: Column<T> = {
    key: 'actions',
    header: t.actions,
    cell: ({ id }) => <RevokeButton path={path} id={id} onDone={refresh} />,
  };
  return (
    <section class="card" aria-labelledby="tokens">
      <div class="title-row">
        <h2 id="tokens">{t.merchants.tokens}</h2>
        {may('administer') && <AddTokenButton path={path} asked={asked} onDone={refresh} />}
      </div>
      {tokens.length === 0 ? (
        <Empty title={t.tokens.none} />
      ) : (
        <Table
          caption={t.merchants.tokens}
          columns={may('administer') ? [...shown, actionColumn] : shown}
          rows={tokens}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
};

type AddProps = { path: string; asked: NewToken | undefined; onDone: () => void };

const AddTokenButton = ({ path, asked, onDone }: AddProps) => {
  const t = text().tokens;
  const token = useSignal<string | undefined>(undefined);
  return (
    <>
      <DialogButton
        label={t.add}
        title={t.addTitle}
        act={async () => {
          const { body } = await changes.addToken(path, asked?.readBody());
          token.value = body?.token;
          onDone();
        }}
      >
        <p>{t.addText}</p>
        {asked?.fields}
      </DialogButton>
      {token.value !== undefined && (
        <SecretDialog words={t.secret} secret={token.value} onClose={() => (token.value = undefined)} />
      )}
    </>
  );
};

const RevokeButton = ({ path, id, onDone }: { path: string; id: string; onDone: () => void }) => {
  const t = text().tokens;
  const revoke = async (): Promise<void> => {
    await changes.revokeToken(path, id);
    say(t.revoked);
    onDone();
  };
  return (
    <span class="row-actions">
      <DialogButton label={t.revoke} title={t.revokeTitle} kind="danger" act={revoke}>
        <p>{t.revokeText}</p>
        <p>
          <code>{id}</code>
        </p>
      </DialogButton>
    </span>
  );
};
