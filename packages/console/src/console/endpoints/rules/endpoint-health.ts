import type { EndpointHistory, EndpointHistoryStep, OperatorEndpoint } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

type Shown = Pick<OperatorEndpoint, 'health' | 'window' | 'untried'>;

export const conditionOf = ({ health, window, untried }: Shown): Condition =>
  toCondition({ health, failing_since: window.failing_since, untried });

/** When a server that does not answer is tried next: a probe waits for a webhook that is due. Null of others, and while one is tried. */
export const nextProbeOf = ({ health, window }: Pick<Shown, 'health' | 'window'>): string | null =>
  health === 'breaker_open' ? window.wake_at : null;

/** The figures of an endpoint at this moment. */
export type CurrentState = Pick<EndpointHistoryStep, 'window' | 'waiting' | 'held'>;

const nothing: EndpointHistoryStep['answers'] = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 };

/**
 * The steps of the whole span, also those that the answer leaves out because nothing happened in them: a window stays as it
 * was seen last, nothing is in it, and nothing waits. Before anybody looked, a window is not known. The last step is as it is now.
 */
export const fillSteps = (
  { step_seconds: stepSeconds, data }: Pick<EndpointHistory, 'step_seconds' | 'data'>,
  { nowMs, spanMs, current }: { nowMs: number; spanMs: number; current: CurrentState },
): EndpointHistoryStep[] => {
  const stepMs = stepSeconds * 1_000;
  const known = new Map(data.map((step) => [Date.parse(step.at), step]));
  const lastMs = nowMs - (nowMs % stepMs);
  const times = Array.from(
    { length: Math.floor(spanMs / stepMs) },
    (_none, place) => lastMs - place * stepMs,
  ).reverse();
  let window: EndpointHistoryStep['window'] = null;
  return times.map((atMs): EndpointHistoryStep => {
    const step = known.get(atMs);
    const counted = {
      at: new Date(atMs).toISOString(),
      answers: step?.answers ?? nothing,
      answer_ms: step?.answer_ms ?? null,
    };
    if (atMs === lastMs) return { ...counted, ...current };
    window = step?.window ?? (window && { ...window, in_flight: 0 });
    const wasLookedAt = step !== undefined && step.window !== null;
    return {
      ...counted,
      window,
      waiting: wasLookedAt ? step.waiting : 0,
      held: wasLookedAt ? step.held : 0,
    };
  });
};
