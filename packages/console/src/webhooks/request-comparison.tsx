import { useSignal } from '@preact/signals';
import type { SentRequest } from '@delivery/contracts';
import { text } from '../text/index.js';
import { type Column, Table } from '../ui/table.js';
import { AttemptChoice, keyOf } from './attempt-choice.js';
import { compareRequests, type Difference } from './rules/compare-requests.js';

type ComparisonProps = { here: SentRequest; others: readonly SentRequest[] };

/** What an attempt was sent with that another was not. The body is the same in all. */
export const RequestComparison = ({ here, others }: ComparisonProps) => {
  const t = text().requests;
  const chosen = useSignal('');
  const there = others.find((each) => keyOf(each) === chosen.value) ?? others[0];
  if (!there) return null;
  const differences = compareRequests(here, there);
  return (
    <>
      <h3>{t.comparisonTitle}</h3>
      <AttemptChoice label={t.comparison} attempts={others} chosen={there} onChoose={(key) => (chosen.value = key)} />
      {differences.length === 0 ? (
        <p class="quiet">{t.same}</p>
      ) : (
        <Table caption={t.comparisonTitle} columns={columns()} keyOf={({ header }) => header} rows={differences} />
      )}
    </>
  );
};

const columns = (): Column<Difference>[] => {
  const t = text().requests;
  return [
    { key: 'header', header: t.field, cell: ({ header }) => <code>{header}</code> },
    { key: 'here', header: t.here, cell: ({ here }) => here ?? t.absent },
    { key: 'there', header: t.there, cell: ({ there }) => there ?? t.absent },
  ];
};
