import type { EndpointView } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { ConditionBadge } from '../../webhooks/condition-badge.js';
import { text } from '../text/index.js';
import type { OwnCondition } from './rules/condition.js';

type ConditionProps = { type: EndpointView['type']; condition: OwnCondition };

/** A pull endpoint gets no requests, so it has no failures: it is fetched from, or not, or disabled. */
const isFetched = ({ type, condition }: ConditionProps): boolean =>
  type === 'pull' && condition !== 'disabled' && condition !== 'not_fetching';

export const EndpointCondition = (props: ConditionProps) => {
  const { endpoints: t } = text();
  if (isFetched(props)) return <Badge tone="good">{t.ready}</Badge>;
  const { condition } = props;
  return condition === 'untried' ? <Badge tone="idle">{t.untried}</Badge> : <ConditionBadge condition={condition} />;
};

export const describeCondition = (props: ConditionProps): string => {
  const { endpoints: t, conditionWords } = text();
  if (isFetched(props)) return t.readyText;
  return props.condition === 'untried' ? t.untriedText : conditionWords[props.condition];
};
