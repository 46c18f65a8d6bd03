import type { EndpointView } from '@delivery/contracts';
import { Badge } from '../../ui/icons.js';
import { ConditionBadge } from '../../webhooks/endpoint.js';
import type { Condition } from '../../webhooks/rules/condition.js';
import { text } from '../text/index.js';

type ConditionProps = { type: EndpointView['type']; condition: Condition };

/** A pull endpoint gets no requests, so it has no failures: it is fetched from, or not, or disabled. */
const isFetched = ({ type, condition }: ConditionProps): boolean =>
  type === 'pull' && condition !== 'disabled' && condition !== 'not_fetching';

export const EndpointCondition = (props: ConditionProps) => {
  if (isFetched(props)) return <Badge tone="good">{text().endpoints.ready}</Badge>;
  return <ConditionBadge condition={props.condition} />;
};

export const describeCondition = (props: ConditionProps): string => {
  const { endpoints: t, conditionWords } = text();
  return isFetched(props) ? t.readyText : conditionWords[props.condition];
};
