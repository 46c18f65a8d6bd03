import { useSignal } from '@preact/signals';
import type { DeadLetterAction, DeadLetterView } from '@delivery/contracts';
import { useLivePages } from '../../api/pages.js';
import { may } from '../../api/session.js';
import { ExportButtons } from '../../exports/export-buttons.js';
import { Empty, Failed, Loading } from '../../ui/states.js';
import { More, Newest } from '../../ui/table.js';
import { reads } from '../api/calls.js';
import { text } from '../text/index.js';
import { DeadLetterDialog, type Target } from './dead-letter-dialog.js';
import { DeadLetterGroupCard } from './dead-letter-group.js';
import { groupDeadLetters } from './rules/group-dead-letters.js';

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
        <ExportButtons pages={pages} name="dead-letters" />
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
