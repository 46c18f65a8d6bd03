import type { DeadLetterAction, DeadLetterView } from '@delivery/contracts';
import { type Column, Table } from '../../ui/table.js';
import { Ago, Dash } from '../../ui/time.js';
import { text } from '../text/index.js';
import type { Target } from './dead-letter-dialog.js';
import { describeOrigin, describeReason } from './describe-reason.js';
import { LetterMessage } from './letter-message.js';
import { type DeadLetterGroup, replayable } from './rules/group-dead-letters.js';

type Ask = (action: DeadLetterAction, target: Target) => void;

type GroupProps = { group: DeadLetterGroup; ask: Ask | undefined };

export const DeadLetterGroupCard = ({ group, ask }: GroupProps) => {
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
