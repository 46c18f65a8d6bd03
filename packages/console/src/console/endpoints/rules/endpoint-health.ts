import type { OperatorEndpoint } from '@delivery/contracts';
import { type Condition, conditionFor, toCondition } from '../../../webhooks/rules/condition.js';

type Shown = Pick<OperatorEndpoint, 'type' | 'health' | 'window' | 'untried'>;

export const conditionOf = ({ type, health, window, untried }: Shown): Condition =>
  conditionFor(type, toCondition({ health, failing_since: window.failing_since, untried }));
