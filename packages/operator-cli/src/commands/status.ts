import { operatorStatusSchema, type OperatorStatus } from '@delivery/contracts';
import type { CommandInput, CommandResult } from '../command.js';
import { renderFields, renderTable } from '../output/render-table.js';
import { readQueues, type QueueState } from '../probe/read-queues.js';
import { readReadiness, type Readiness } from '../probe/read-readiness.js';

/** Unwell: a service that is not ready, a ledger that does not balance, a queue that nobody consumes. */
export const showStatus = async ({ operator, targets }: CommandInput): Promise<CommandResult> => {
  const [ledger, services, queues] = await Promise.all([
    operator('/status', operatorStatusSchema),
    Promise.all([
      readReadiness('order-state', targets.operatorUrl),
      readReadiness('intake-api', targets.intakeApiUrl),
      readReadiness('webhook-dispatcher', targets.webhookDispatcherUrl),
    ]),
    readQueues(targets.rabbitmqManagementUrl),
  ]);
  const isUnwell =
    services.some(({ state }) => state !== 'ready' && state !== 'unknown') ||
    !ledger.audit.balanced ||
    (Array.isArray(queues) && queues.some(({ consumers }) => consumers === 0));
  return { data: { services, queues, ledger }, text: renderStatus(services, queues, ledger), isUnwell };
};

const renderStatus = (
  services: readonly Readiness[],
  queues: readonly QueueState[] | string,
  ledger: OperatorStatus,
): string =>
  [
    renderTable(
      ['service', 'state', ''],
      services.map(({ name, state, detail }) => [name, state, detail]),
    ),
    typeof queues === 'string'
      ? `queues: ${queues}`
      : renderTable(
          ['queue', 'messages', 'consumers'],
          queues.map(({ name, messages, consumers }) => [name, messages, consumers]),
        ),
    renderLedger(ledger),
    renderTable(
      ['held endpoint', 'merchant', 'waiting', 'because', 'since'],
      ledger.held_endpoints.map((one) => [one.id, one.merchant_id, one.waiting, one.disabled_reason, one.disabled_at]),
    ).replace(/^none$/, 'held endpoints: none'),
    renderTable(
      ['open breaker', 'merchant', 'waiting', 'failing since', 'probe at'],
      ledger.open_breakers.map((one) => [one.id, one.merchant_id, one.waiting, one.failing_since, one.probe_at]),
    ).replace(/^none$/, 'open breakers: none'),
  ].join('\n\n');

const renderLedger = ({ audit, backlog, windows, running_replays: replays }: OperatorStatus): string => {
  const { balanced, oldest_overdue_seconds: overdue, matched, ...states } = audit;
  return renderFields({
    ledger: `${balanced ? 'balanced' : 'NOT BALANCED'}: ${matched} deliveries`,
    states: Object.entries(states)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    'oldest overdue': `${overdue.toFixed(1)} s`,
    backlog: `due ${backlog.due}, unpublished ${backlog.unpublished}, parked commands ${backlog.parked}, dead letters ${backlog.dead_letters}`,
    windows: `open ${windows.open}, narrowed ${windows.narrowed}, breaker open ${windows.probing}`,
    'running replays': replays,
  });
};
