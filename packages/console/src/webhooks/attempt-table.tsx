import type { AttemptView } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatCount, formatDuration } from '../ui/format.js';
import { Badge } from '../ui/icons.js';
import { type Column, Table } from '../ui/table.js';
import { Ago } from '../ui/time.js';
import { describeError, ErrorHelp } from './delivery-state.js';

/** Everything that was tried for one delivery. */
export const AttemptTable = ({ attempts }: { attempts: readonly AttemptView[] }) => {
  const t = text().deliveries;
  if (attempts.length === 0) return <p class="quiet">{t.attemptNone}</p>;
  return (
    <>
      <Table
        caption={t.attemptList}
        keyOf={({ attempt }) => String(attempt)}
        rows={attempts}
        columns={attemptColumns()}
      />
      <ErrorHelp codes={attempts.map(({ error_code }) => error_code)} />
    </>
  );
};

const attemptColumns = (): Column<AttemptView>[] => {
  const t = text().deliveries;
  return [
    { key: 'attempt', header: t.attempt, isNumber: true, cell: ({ attempt }) => formatCount(attempt) },
    { key: 'answer', header: t.answer, cell: (attempt) => <AttemptAnswer attempt={attempt} /> },
    { key: 'took', header: t.took, isNumber: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
    { key: 'at', header: t.at, cell: ({ at }) => <Ago at={at} /> },
    {
      key: 'response',
      header: t.response,
      // Text of a stranger's server: it is never anything else here.
      cell: ({ error_detail, response_excerpt }) => (
        <>
          {error_detail && <code>{error_detail}</code>}
          {response_excerpt && <pre class="excerpt">{response_excerpt}</pre>}
        </>
      ),
    },
  ];
};

const AttemptAnswer = ({ attempt }: { attempt: AttemptView }) => {
  const t = text().deliveries;
  const answered = attempt.status_code === null ? undefined : t.status(attempt.status_code);
  if (attempt.error_code === null) return <Badge tone="good">{answered ?? text().deliveryState.delivered}</Badge>;
  return <Badge tone="bad">{answered ?? describeError(attempt.error_code)}</Badge>;
};
