import { type OperatorStatus, operatorStatusSchema } from '@delivery/contracts';
import type { CommandInput, CommandResult } from '../command.js';
import type { Targets } from '../find-targets.js';
import { renderAge } from '../output/render-page.js';
import { renderFields, renderTable } from '../output/render-table.js';
import { type QueueState, readQueues } from '../probe/read-queues.js';
import { type Readiness, readReadiness } from '../probe/read-readiness.js';

/** Says at its end whether all that it shows is well. */
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
  const faults = [...findServiceFaults(services), ...findQueueFaults(queues, targets), ...findLedgerFaults(ledger)];
  const verdict = faults.length === 0 ? 'everything is well' : `not well: ${faults.join('; ')}`;
  const text = `${renderStatus(services, queues, ledger)}\n\n${verdict}`;
  return { data: { services, queues, ledger, not_well: faults }, text, isUnwell: faults.length > 0 };
};

/** As the alerts say it. */
const overdueMaxSeconds = 120;
const daysAheadMin = 2;
const retentionOverdueMaxSeconds = 86_400;

const findServiceFaults = (services: readonly Readiness[]): string[] =>
  services
    .filter(({ state }) => state !== 'ready' && state !== 'unknown')
    .map(({ name, state }) => `${name} is ${state}`);

const findQueueFaults = (queues: readonly QueueState[] | string, targets: Targets): string[] => {
  if (typeof queues === 'string') return targets.rabbitmqManagementUrl === undefined ? [] : ['queues cannot be read'];
  return queues.filter(({ consumers }) => consumers === 0).map(({ name }) => `${name} has no consumer`);
};

const findLedgerFaults = ({
  audit,
  backlog,
  held_endpoints: held,
  open_breakers: open,
  partition_days_ahead: daysAhead,
  retention_overdue_seconds: overdue,
}: OperatorStatus): string[] => [
  ...(audit.balanced ? [] : ['the ledger is not balanced']),
  ...(audit.sandbox.balanced ? [] : ['the ledger of sandbox merchants is not balanced']),
  ...(audit.oldest_overdue_seconds > overdueMaxSeconds ? ['deliveries are overdue'] : []),
  ...(backlog.dead_letters > 0 ? [`dead letters: ${backlog.dead_letters}`] : []),
  ...(held.length > 0 ? [`held endpoints: ${held.length}`] : []),
  ...(open.length > 0 ? [`open breakers: ${open.length}`] : []),
  ...(daysAhead < daysAheadMin ? [`history has days ahead: ${daysAhead}`] : []),
  ...findOverdue('customers’ data to be erased', overdue.customer_data),
  ...findOverdue('orders to be purged', overdue.orders),
];

const findOverdue = (what: string, seconds: number): string[] =>
  seconds > retentionOverdueMaxSeconds ? [`${what} are overdue for ${Math.floor(seconds / 86_400)} d`] : [];

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
      ['held endpoint', 'waiting', 'because', 'for'],
      ledger.held_endpoints.map((one) => [one.id, one.waiting, one.disabled_reason, renderAge(one.disabled_at)]),
    ).replace(/^none$/, 'held endpoints: none'),
    renderTable(
      ['open breaker', 'waiting', 'failing for'],
      ledger.open_breakers.map((one) => [one.id, one.waiting, renderAge(one.failing_since)]),
    ).replace(/^none$/, 'open breakers: none'),
  ].join('\n\n');

const renderLedger = (ledger: OperatorStatus): string => {
  const { audit, backlog, windows } = ledger;
  const { balanced, oldest_overdue_seconds: overdue, matched, sandbox, ...states } = audit;
  return renderFields({
    ledger: `${balanced ? 'balanced' : 'NOT BALANCED'}: ${matched} deliveries`,
    states: Object.entries(states)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    'oldest overdue': `${overdue.toFixed(1)} s`,
    sandbox: `${sandbox.balanced ? 'balanced' : 'NOT BALANCED'}: ${sandbox.matched} deliveries, waiting ${sandbox.waiting}, in_flight ${sandbox.in_flight}`,
    backlog: `due ${backlog.due}, unpublished ${backlog.unpublished}, parked commands ${backlog.parked}, dead letters ${backlog.dead_letters}`,
    windows: `open ${windows.open}, narrowed ${windows.narrowed}, breaker open ${windows.probing}`,
    'paced endpoints': ledger.paced_endpoints,
    'not fetching': ledger.not_fetching_endpoints,
    'late orders': `live ${ledger.late_orders.live}, sandbox ${ledger.late_orders.sandbox}`,
    mails: ledger.mails.on ? `${ledger.mails.waiting} waiting, ${ledger.mails.given_up} given up` : 'off',
    'running replays': ledger.running_replays,
  });
};
