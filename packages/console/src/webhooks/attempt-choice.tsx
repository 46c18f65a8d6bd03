import type { SentRequest } from '@delivery/contracts';
import { text } from '../text/index.js';
import { formatCount, formatMoment } from '../ui/format.js';

/** Identifies an attempt among those of a delivery and its replays. */
export const keyOf = ({ attempt, at }: Pick<SentRequest, 'attempt' | 'at'>): string => `${attempt} ${at}`;

type AttemptChoiceProps = {
  label: string;
  attempts: readonly SentRequest[];
  chosen: SentRequest;
  onChoose: (key: string) => void;
};

export const AttemptChoice = ({ label, attempts, chosen, onChoose }: AttemptChoiceProps) => {
  const t = text().requests;
  return (
    <label>
      {label}{' '}
      <select value={keyOf(chosen)} onChange={(event) => onChoose(event.currentTarget.value)}>
        {attempts.map((attempt) => (
          <option key={keyOf(attempt)} value={keyOf(attempt)}>
            {t.choice(formatCount(attempt.attempt), formatMoment(Date.parse(attempt.at)))}
          </option>
        ))}
      </select>
    </label>
  );
};
