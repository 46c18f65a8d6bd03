import { useSignal } from '@preact/signals';
import type { DeadLetterAction, DeadLetterView } from '@delivery/contracts';
import { useLive } from '../../api/live.js';
import { useLivePages } from '../../api/pages.js';
import { may } from '../../api/session.js';
import { DownloadMenu } from '../../exports/download-menu.js';
import { hrefTo } from '../../shell/router.js';
import { Empty, Failed, Loaded, Loading } from '../../ui/states.js';
import { type Column, More, Newest, Table } from '../../ui/table.js';
import { Ago, Dash } from '../../ui/time.js';
import { indentJson } from '../../webhooks/rules/sent-requests.js';
import { reads } from '../calls.js';
import { text } from '../text/index.js';
import { DeadLetterDialog, describeOrigin, describeReason, type Target } from './dead-letter-dialog.js';
import { type DeadLetterGroup, groupDeadLetters, replayable } from './rules/dead-letters.js';

const letterKey = ({ id }: DeadLetterView): string => id;

/** The question before an action. */
type Question = { action: DeadLetterAction; target: Target };

export const DeadLettersPage = () => {
  const t = text();
  const pages = useLivePages(reads.deadLetters(), letterKey);
  const question = useSignal<Question | undefined>(undefined);
  const close = (): void => {
    question.value = undefined;
  };
  const asked = question.value;
  const rows = pages.rows.value;
  const error = pages.error.value;
  return (
    <>
      <div class="title-row">
        <h1>{t.deadLetters.title}</h1>
        <DownloadMenu pages={pages} name="dead-letters" />
      </div>
      <p class="lead">{t.deadLetters.lead}</p>
      {rows === undefined && (error ? <Failed error={error} retry={pages.refresh} /> : <Loading />)}
      {rows?.length === 0 && (
        <section class="card">
          <Empty title={t.deadLetters.none}>{t.deadLetters.noneText}</Empty>
        </section>
      )}
      <Newest pages={pages} />
      {groupDeadLetters(rows ?? []).map((group) => (
        <DeadLetterGroupCard
          key={group.key}
          group={group}
          ask={
            may('act')
              ? (action, target) => {
                  question.value = { action, target };
                }
              : undefined
          }
        />
      ))}
      <More pages={pages} />
      {asked && <DeadLetterDialog {...asked} onDone={pages.refresh} onClose={close} />}
    </>
  );
};

type Ask = (action: DeadLetterAction, target: Target) => void;

type GroupProps = { group: DeadLetterGroup; ask: Ask | undefined };

const DeadLetterGroupCard = ({ group, ask }: GroupProps) => {
  const t = text().deadLetters;
  const again = replayable(group.letters);
  const reason = describeReason(group.reason);
  const [what, ...details] = reason.split(': ');
  return (
    <section class="card" aria-label={reason}>
      <div class="title-row">
        <div>
          <h2>{what}</h2>
          {details.length > 0 && <p class="address">{details.join(': ')}</p>}
          <p class="quiet">
            {t.count(group.letters.length)} · <code>{group.queue}</code>
          </p>
        </div>
        {ask && group.letters.length > 1 && (
          <span class="row-actions">
            {again.length > 0 && (
              <button type="button" onClick={() => ask('replay', { group })}>
                {t.replayAll}
              </button>
            )}
            <button type="button" onClick={() => ask('delete', { group })}>
              {t.removeAll}
            </button>
          </span>
        )}
      </div>
      <Table caption={reason} keyOf={({ id }) => id} rows={group.letters} columns={columns(ask)} />
    </section>
  );
};

const columns = (ask: Ask | undefined): Column<DeadLetterView>[] => {
  const t = text().deadLetters;
  const shown: Column<DeadLetterView>[] = [
    { key: 'type', header: t.type, cell: ({ type }) => (!type ? <Dash /> : <code>{type}</code>) },
    { key: 'message', header: t.message, cell: ({ message_id }) => <code>{message_id}</code> },
    {
      key: 'detail',
      header: t.detail,
      cell: ({ id, detail, erased_at }) => (
        <>
          {describeOrigin(detail)}
          {erased_at === null ? <LetterMessage id={id} /> : <p class="quiet">{t.erased}</p>}
        </>
      ),
    },
    { key: 'count', header: t.refused, cell: ({ count }) => t.times(count) },
    { key: 'last', header: t.last, cell: ({ last_at }) => <Ago at={last_at} /> },
  ];
  return ask ? [...shown, actionColumn(ask)] : shown;
};

const actionColumn = (ask: Ask): Column<DeadLetterView> => {
  const t = text().deadLetters;
  return {
    key: 'actions',
    header: text().actions,
    cell: (letter) => (
      <span class="row-actions">
        {letter.erased_at === null && (
          <button type="button" onClick={() => ask('replay', { letter })}>
            {t.replay}
          </button>
        )}
        <button type="button" onClick={() => ask('delete', { letter })}>
          {t.remove}
        </button>
      </span>
    ),
  };
};

/** A message changes no more. */
const everyMs = 60_000;

/** Read once it is asked for: there may be a hundred on a page. */
const LetterMessage = ({ id }: { id: string }) => {
  const isOpen = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{text().deadLetters.look}</summary>
      {isOpen.value && <Message id={id} />}
    </details>
  );
};

const Message = ({ id }: { id: string }) => {
  const t = text();
  return (
    <Loaded live={useLive(reads.deadLetterMessage(id), everyMs)}>
      {({ order_id: orderId, merchant_id: merchantId, body }) => (
        <>
          <p class="ids">
            {orderId !== null && <a href={hrefTo(['orders', orderId])}>{`${t.orders.title} ${orderId}`}</a>}
            {merchantId !== null && (
              <a href={hrefTo(['merchants', merchantId])}>{`${t.orders.merchant} ${merchantId}`}</a>
            )}
          </p>
          {body === null ? (
            <p class="quiet">{t.deadLetters.unreadable}</p>
          ) : (
            <pre class="excerpt" tabIndex={0}>
              {indentJson(body)}
            </pre>
          )}
        </>
      )}
    </Loaded>
  );
};
