import type { ComponentChildren } from 'preact';
import type { SeenReplica } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import {
  formatBounded,
  formatCount,
  formatDuration,
  formatRate,
  formatRelative,
  formatShare,
  formatWait,
} from '../../ui/format.js';
import { Badge, ToneIcon } from '../../ui/icons.js';
import { type Column, Table } from '../../ui/table.js';
import { Ago, Clock } from '../../ui/time.js';
import { text } from '../text/index.js';
import type { PathReading, QueueReading } from './rules/read-path.js';

type Tone = QueueReading['tone'];

/** The path of a message, drawn from left to right, or from top to bottom where there is no room. */
export const MessagePath = ({ path }: { path: PathReading }) => {
  const t = text().now;
  return (
    <section class="path" aria-labelledby="path">
      <h2 id="path">{t.path}</h2>
      <ol>
        <IntakeStage path={path} />
        <Edge perSecond={path.ordersPerSecond} />
        <QueueStage name="ordersQueue" queue={path.ordersQueue} />
        <Edge perSecond={path.eventsPerSecond} />
        <LedgerStage path={path} />
        <Edge perSecond={path.attemptsPerSecond} />
        <QueueStage name="deliveriesQueue" queue={path.deliveriesQueue} />
        <Edge perSecond={path.attemptsPerSecond} />
        <DispatcherStage path={path} />
        <Edge perSecond={path.deliveredPerSecond} />
        <MerchantsStage path={path} />
      </ol>
    </section>
  );
};

type StageName = 'intake' | 'ordersQueue' | 'ledger' | 'deliveriesQueue' | 'dispatcher' | 'merchants';

type StageProps = {
  name: StageName;
  tone: Tone;
  figure: string;
  unit?: string;
  isQueue?: boolean;
  children?: ComponentChildren;
};

const Stage = ({ name, tone, figure, unit, isQueue = false, children }: StageProps) => {
  const t = text().now;
  return (
    <li class={`stage tone-${tone} ${isQueue ? 'queue' : ''}`}>
      <h3>
        {t.stage[name]}
        <span class="stage-tone">
          <ToneIcon tone={tone} />
          <span class="visually-hidden">{t.tone[tone]}</span>
        </span>
      </h3>
      <p class="figure">
        {figure}
        {unit && <span class="unit">{unit}</span>}
      </p>
      <p class="quiet">{t.stageHint[name]}</p>
      {children && <dl>{children}</dl>}
    </li>
  );
};

const Line = ({ term, children }: { term: string; children: ComponentChildren }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const rateFigure = (perSecond: number | undefined): Pick<StageProps, 'figure' | 'unit'> =>
  perSecond === undefined ? { figure: '–' } : { figure: formatRate(perSecond), unit: text().units.perSecond };

const IntakeStage = ({ path: { ordersPerSecond, refused, intakeTone } }: { path: PathReading }) => {
  const t = text().now;
  return (
    <Stage name="intake" tone={intakeTone} {...rateFigure(ordersPerSecond)}>
      <Line term={t.refused}>{refused ? formatShare(refused.unavailable) : '–'}</Line>
      <Line term={t.limited}>{refused ? formatShare(refused.limited) : '–'}</Line>
    </Stage>
  );
};

const QueueStage = ({ name, queue }: { name: 'ordersQueue' | 'deliveriesQueue'; queue: QueueReading }) => (
  <Stage name={name} tone={queue.tone} figure={formatKnown(queue.messages)} isQueue>
    <Line term={text().now.clears}>{describeClearing(queue)}</Line>
  </Stage>
);

const formatKnown = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count));

const describeClearing = ({ clearsInSeconds: seconds }: QueueReading): string => {
  if (seconds === undefined) return '–';
  return seconds === 'never' ? text().now.clearsNever : formatDuration(seconds * 1_000);
};

const LedgerStage = ({ path }: { path: PathReading }) => {
  const t = text().now;
  return (
    <Stage name="ledger" tone={path.ledgerTone} figure={formatCount(path.waiting)}>
      <Line term={t.due}>{formatBounded(path.due)}</Line>
      <Line term={t.held}>{formatCount(path.held)}</Line>
      <Line term={t.late}>{path.overdueSeconds === 0 ? '–' : formatDuration(path.overdueSeconds * 1_000)}</Line>
    </Stage>
  );
};

const DispatcherStage = ({ path }: { path: PathReading }) => {
  const t = text().now;
  return (
    <Stage name="dispatcher" tone={path.dispatcherTone} figure={formatCount(path.inFlight)}>
      <Line term={t.failedShare}>{path.failedShare === undefined ? '–' : formatShare(path.failedShare)}</Line>
      <Line term={t.reports}>{formatKnown(path.attemptsQueue.messages)}</Line>
    </Stage>
  );
};

const MerchantsStage = ({ path }: { path: PathReading }) => {
  const t = text().now;
  const { timeToMerchantMs: times } = path;
  return (
    <Stage name="merchants" tone={path.merchantsTone} {...rateFigure(path.deliveredPerSecond)}>
      <Line term={text().chart.p50}>{times ? formatWait(times.p50) : '–'}</Line>
      <Line term={text().chart.p95}>{times ? formatWait(times.p95) : '–'}</Line>
      <Line term={t.troubled}>
        <a href={hrefTo(['endpoints'], { failing: 'true' })}>{formatCount(path.troubled)}</a>
      </Line>
    </Stage>
  );
};

/** Moves while something passes, faster where more does. */
const Edge = ({ perSecond }: { perSecond: number | undefined }) => (
  <li class="edge" aria-hidden="true">
    <svg viewBox="0 0 48 24" class={paceOf(perSecond)}>
      <path class="track" d="M2 12h36" />
      <path class="flow" d="M2 12h36" />
      <path class="head" d="m36 6 8 6-8 6" />
    </svg>
    <span>
      {rateFigure(perSecond).figure}
      {rateFigure(perSecond).unit}
    </span>
  </li>
);

const paceOf = (perSecond: number | undefined): string => {
  if (!perSecond) return 'still';
  return perSecond < 10 ? 'calm' : 'busy';
};

const replicaKey = ({ service, name }: SeenReplica): string => `${service} ${name}`;

/** Every process of the three services, and when it was last heard of. */
export const ReplicasCard = ({ replicas }: { replicas: readonly SeenReplica[] }) => {
  const t = text().now.replicas;
  return (
    <section class="card" aria-labelledby="replicas">
      <h2 id="replicas">{t.title}</h2>
      <Table caption={t.title} columns={columns()} keyOf={replicaKey} rows={replicas} none={t.none} />
      {replicas.some(({ state }) => state === 'unknown') && <p class="hint">{t.unknownText}</p>}
    </section>
  );
};

const tones = { running: 'good', silent: 'bad', unknown: 'warn' } as const;

const columns = (): Column<SeenReplica>[] => {
  const t = text().now.replicas;
  return [
    {
      key: 'state',
      header: t.state,
      onPhone: 'aside',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
    },
    {
      key: 'service',
      header: t.service,
      onPhone: 'first',
      cell: ({ service, name }) => (
        <>
          {service} <span class="age">{name}</span>
        </>
      ),
    },
    { key: 'version', header: t.version, onPhone: 'second', cell: ({ version }) => version },
    { key: 'started', header: t.started, cell: ({ started_at }) => <Ago at={started_at} /> },
    { key: 'seen', header: t.seen, onPhone: 'second labelled', cell: (replica) => <Seen {...replica} /> },
  ];
};

/** Age by the database's clock; the browser's clock has no part in it. */
const Seen = ({ seen_at, seen_seconds_ago }: Pick<SeenReplica, 'seen_at' | 'seen_seconds_ago'>) => (
  <>
    <Clock at={seen_at} /> <span class="age">{formatRelative(0, seen_seconds_ago * 1_000)}</span>
  </>
);
