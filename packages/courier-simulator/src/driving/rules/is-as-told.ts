import type { ReportedOrder } from '@delivery/contracts';
import type { Step } from '../../stories/rules/tell-story.js';

/** Whether a report did what its story says; if not, somebody else has moved the order. */
export const isAsTold = ({ effect, after }: Step, { status, stale }: ReportedOrder): boolean =>
  status === after.status && (stale === true) === (effect === 'stale');
