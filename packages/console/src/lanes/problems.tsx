import type { OrderProblem, ProblemAction } from '@delivery/contracts';
import { problemActions } from '@delivery/contracts/events';
import { request } from '../api/request.js';
import { may } from '../api/session.js';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { type Tone, ToneIcon } from '../ui/icons.js';
import { say } from '../ui/states.js';
import { Age } from '../ui/time.js';

/** `text`: what the courier wrote, for those who may see it. */
type Shown = Pick<OrderProblem, 'id' | 'kind' | 'at' | 'state'> & {
  action: ProblemAction | null;
  text?: string | null;
};

/** `order`: its path. */
type ProblemsProps = { order: string; problems: readonly Shown[]; refresh: () => void };

const tones: Readonly<Record<Shown['state'], Tone>> = { open: 'warn', answered: 'good', closed: 'idle' };

/** Problems of the courier, with the answers. */
export const Problems = ({ order, problems, refresh }: ProblemsProps) => {
  const t = text().orders.problem;
  if (problems.length === 0) return null;
  return (
    <section class="card" aria-labelledby="problems">
      <h2 id="problems">{t.title}</h2>
      <ul class="receivers">
        {problems.toReversed().map((problem) => (
          <li key={problem.id}>
            <ToneIcon tone={tones[problem.state]} />
            <p>
              {kindOf(problem)} <Age at={problem.at} />
              {': '}
              {problem.action === null ? t.state[problem.state] : t.action[problem.action]}
            </p>
            {problem.state === 'open' && may('act') && (
              <p class="buttons">
                {problemActions.map((action) => (
                  <OpenButton key={action} label={t.action[action]}>
                    {(close) => <AnswerDialog {...{ order, problem, action, refresh }} onClose={close} />}
                  </OpenButton>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

const kindOf = ({ kind }: Shown): string => text().orders.problem.kind[kind] ?? kind;

type AnswerProps = Omit<ProblemsProps, 'problems'> & { problem: Shown; action: ProblemAction; onClose: () => void };

const AnswerDialog = ({ order, problem, action, refresh, onClose }: AnswerProps) => {
  const t = text().orders.problem;
  return (
    <OwnActionDialog
      name={`${order}.problem.${problem.id}`}
      title={t.answerTitle}
      submit={t.action[action]}
      onClose={onClose}
      act={async (by) => {
        await request({ method: 'POST', path: `${order}/problems/${problem.id}/answer`, body: { action, ...by } });
        say(t.answered);
        refresh();
      }}
    >
      <p>{t.answerText}</p>
      <p class="quiet">{[kindOf(problem), problem.text].filter(Boolean).join(': ')}</p>
    </OwnActionDialog>
  );
};
