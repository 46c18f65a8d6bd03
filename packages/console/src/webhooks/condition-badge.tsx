import { text } from '../text/index.js';
import { Badge, type Tone } from '../ui/icons.js';
import type { Condition } from './rules/condition.js';

const tones: Readonly<Record<Condition, Tone>> = {
  ok: 'good',
  untried: 'idle',
  failing: 'warn',
  paced: 'info',
  narrowed: 'warn',
  not_fetching: 'bad',
  breaker_open: 'bad',
  disabled: 'idle',
};

export const ConditionBadge = ({ condition }: { condition: Condition }) => (
  <Badge tone={tones[condition]} title={text().conditionWords[condition]}>
    {text().condition[condition]}
  </Badge>
);
