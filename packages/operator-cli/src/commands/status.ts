import {
  type Audited,
  auditSchema,
  type Concern,
  type OperatorStatus,
  operatorStatusSchema,
  replicaConfigsSchema,
} from '@delivery/contracts';
import { type Command, command, type CommandInput, type CommandResult } from '../command.js';
import type { Targets } from '../find-targets.js';
import { renderAge, renderCreates, renderFields, renderTable } from '../output.js';
import { type QueueState, type Readiness, readQueues, readReadiness } from '../probe.js';

/** Says at its end whether all that is ours is well, and after it what merchants have to mend. */
const showStatus = async ({ operator, targets }: CommandInput): Promise<CommandResult> => {
  const [ledger, services, queues] = await Promise.all([
    operator('/status', operatorStatusSchema),
    Promise.all([
      readReadiness('order-state', targets.operatorUrl),
      readReadiness('intake-api', targets.intakeApiUrl),
      readReadiness('webhook-dispatcher', targets.webhookDispatcherUrl),
    ]),
    readQueues(targets.rabbitmqManagementUrl),
  ]);
  const faults = [
    ...findServiceFaults(services),
    ...findQueueFaults(queues, targets),
    ...ledger.concerns.filter(({ owner }) => owner === 'service').map(tell),
  ];
  const merchants = ledger.concerns.filter(({ owner }) => owner === 'merchants').map(tell);
  const verdict = faults.length === 0 ? 'everything is well' : `not well: ${faults.join('; ')}`;
  const others = merchants.length === 0 ? '' : `\nfor merchants to mend: ${merchants.join('; ')}`;
  const text = `${renderStatus(services, queues, ledger)}\n\n${verdict}${others}`;
  return { data: { services, queues, ledger, not_well: faults }, text, isUnwell: faults.length > 0 };
};

const byName = <T>(config: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(config).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Processes with the same settings are shown once. */
const showConfig = async ({ operator }: CommandInput): Promise<CommandResult> => {
  const { data } = await operator('/configuration', replicaConfigsSchema);
  const named = new Map<string, string[]>();
  for (const { service, name, version, config } of data) {
    const settings = `${service} ${version}\n${config === null ? 'not yet known' : renderFields(byName(config))}`;
    named.set(settings, [...(named.get(settings) ?? []), name]);
  }
  const sections = [...named].map(([settings, names]) => settings.replace('\n', () => `: ${names.join(', ')}\n`));
  return { data, text: sections.join('\n\n') || 'no process has been heard of' };
};

const findServiceFaults = (services: readonly Readiness[]): string[] =>
  services
    .filter(({ state }) => state !== 'ready' && state !== 'unknown')
    .map(({ name, state }) => `${name} is ${state}`);

/** Queues without a consumer are among the concerns. */
const findQueueFaults = (queues: readonly QueueState[] | string, targets: Targets): string[] => {
  if (typeof queues === 'string') return targets.rabbitmqManagementUrl === undefined ? [] : ['queues cannot be read'];
  return queues
    .filter(({ losing_policies: policies }) => policies.length > 0)
    .map(
      ({ name, losing_policies: policies }) => `a policy sets ${policies.join(', ')} of ${name}: messages may be lost`,
    );
};

const tell = (concern: Concern): string => {
  switch (concern.kind) {
    case 'ledger_unbalanced':
      return 'the ledger is not balanced';
    case 'broker_disconnected':
      return 'order-state has no connection to RabbitMQ';
    case 'creates_refused':
      return `creates refused in the last minute: ${Math.ceil(100 * concern.share)} %`;
    case 'consumers_missing':
      return `${concern.queue} has no consumer`;
    case 'replicas_silent':
      return `${concern.service}: ${concern.count} of ${concern.replicas} replicas ${concern.count === 1 ? 'is' : 'are'} silent`;
    case 'work_stalled':
      return (
        `${concern.service}: ${concern.work} has stopped in ${concern.count} ` +
        `replica${concern.count === 1 ? '' : 's'}`
      );
    case 'items_set_aside':
      return `messages set aside: ${concern.count}`;
    case 'queue_growing':
      return `${concern.queue} grows: ${concern.messages} messages`;
    case 'deliveries_overdue':
      return `deliveries are overdue for ${Math.floor(concern.seconds)} s`;
    case 'erasure_overdue':
      return `customers’ data to be erased are overdue for ${Math.floor(concern.seconds / 86_400)} d`;
    case 'purge_overdue':
      return `orders to be purged are overdue for ${Math.floor(concern.seconds / 86_400)} d`;
    case 'partition_days_running_out':
      return `history has days ahead: ${concern.count}`;
    case 'webhooks_failing':
      return `failed attempts in 15 minutes: ${Math.round(100 * concern.share)} %`;
    case 'breaker_storm':
      return `many servers at once do not answer: ${concern.count}`;
    case 'dead_letters':
      return `dead letters: ${concern.count}`;
    case 'endpoints_held':
      return `held endpoints: ${concern.count}`;
    case 'breakers_open':
      return `open breakers: ${concern.count}`;
    case 'endpoints_not_fetching':
      return `endpoints not fetching: ${concern.count}`;
    case 'orders_without_courier':
      return `orders without a courier: ${concern.count}`;
    case 'orders_late':
      return `late orders: ${concern.count}`;
  }
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
    renderTable(
      ['replica of', 'name', 'version', 'started', 'heard of', ''],
      ledger.replicas.map((one) => [
        ...[one.service, one.name, one.version, `${renderAge(one.started_at)} ago`],
        ...[`${Math.floor(one.seen_seconds_ago)} s ago`, stateWords[one.state]],
      ]),
    ),
    typeof queues === 'string'
      ? `queues: ${queues}`
      : renderTable(
          ['queue', 'messages', 'consumers'],
          queues.map(({ name, messages, consumers }) => [name, messages, consumers]),
        ),
    renderLedger(ledger),
    renderTable(
      ['held endpoint', 'mode', 'of', 'waiting', 'because', 'for'],
      ledger.held_endpoints.map((one) => [
        ...[one.id, one.mode, one.merchant_name, one.waiting],
        ...[one.disabled_reason, renderAge(one.disabled_at)],
      ]),
    ).replace(/^none$/, 'held endpoints: none'),
    renderTable(
      ['open breaker', 'mode', 'of', 'waiting', 'failing for'],
      ledger.open_breakers.map((one) => [
        one.id,
        one.mode,
        one.merchant_name,
        one.waiting,
        renderAge(one.failing_since),
      ]),
    ).replace(/^none$/, 'open breakers: none'),
  ].join('\n\n');

const stateWords = { running: null, silent: 'SILENT', unknown: 'unknown: no RabbitMQ' } as const;

const renderWindows = ({ open, narrowed, probing }: OperatorStatus['windows']['live']): string =>
  `open ${open}, narrowed ${narrowed}, breaker open ${probing}`;

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
    backlog:
      `due ${backlog.due.live}, in sandbox ${backlog.due.sandbox}; unpublished ${backlog.unpublished}, parked ` +
      `commands ${backlog.parked}, dead letters ${backlog.dead_letters}`,
    windows: renderWindows(windows.live),
    'sandbox windows': renderWindows(windows.sandbox),
    'paced endpoints': ledger.paced_endpoints,
    'not fetching': ledger.not_fetching_endpoints,
    'creates, last minute': renderCreates(ledger.creates),
    'late orders': `live ${ledger.late_orders.live}, sandbox ${ledger.late_orders.sandbox}`,
    'orders without a courier': `live ${ledger.orders_without_courier.live}, sandbox ${ledger.orders_without_courier.sandbox}`,
    mails: ledger.mails.on ? `${ledger.mails.waiting} waiting, ${ledger.mails.given_up} given up` : 'off',
    'running replays': ledger.running_replays,
  });
};

export const ledgerCommands: readonly Command[] = [
  command(['status'], 'The whole system on one screen.', {
    options: { '--config': 'only the effective configuration of each process, without secrets' },
    run: (input) => (input.options['config'] === undefined ? showStatus(input) : showConfig(input)),
  }),
  command(['audit'], 'Check whether every delivery that is owed is accounted for.', {
    run: async ({ operator }) => {
      const data = await operator('/audit', auditSchema);
      const { sandbox, ...live } = data;
      const text = `${renderFields(toFields(live))}\n\nsandbox merchants\n${renderFields(toFields(sandbox))}`;
      return { data, text, isUnwell: !live.balanced || !sandbox.balanced };
    },
  }),
];

const toFields = ({ balanced, oldest_overdue_seconds: overdue, ...counts }: Audited) => ({
  balanced: balanced ? 'yes' : 'NO',
  ...counts,
  'oldest overdue': `${overdue.toFixed(1)} s`,
});
