import type {
  EndpointView,
  FaultKind,
  FaultResult,
  IgnoredFields,
  OrderStatus,
  SandboxOrder,
} from '@delivery/contracts';
import { type Live, useLive } from '../../api/live.js';
import { mayChange } from '../../api/session.js';
import { Verdict } from '../../ui/cards.js';
import { formatCount } from '../../ui/format.js';
import { doNow, Loaded } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { describeError } from '../../webhooks/delivery-table.js';
import { FaultBadge } from '../../webhooks/endpoint.js';
import { changes, reads } from '../calls.js';
import { text } from '../text/index.js';

type SandboxCardsProps = { id: string; refresh: () => void };

/** The parts that only orders of sandbox merchants have. */
export const SandboxCards = ({ id, refresh }: SandboxCardsProps) => {
  const live = useLive(reads.sandboxOrder(id));
  const order = live.data.value;
  return (
    <>
      {order && order.ignored.count > 0 && <IgnoredWarning ignored={order.ignored} />}
      {mayChange.value && <CourierCard live={live} refresh={refresh} />}
    </>
  );
};

const IgnoredWarning = ({ ignored: { pointers, count } }: { ignored: IgnoredFields }) => {
  const t = text().courier;
  const unnamed = count - pointers.length;
  const named = pointers.map((pointer) => ({ words: decodeURIComponent(pointer) }));
  return (
    <Verdict
      tone="warn"
      title={t.ignored(formatCount(count), count)}
      words={t.ignoredText}
      concerns={unnamed > 0 ? [...named, { words: t.ignoredMore(formatCount(unnamed)) }] : named}
    />
  );
};

type CourierCardProps = { live: Live<SandboxOrder>; refresh: () => void };

/** To be the courier: a button for each step that may come next, and for no other. */
const CourierCard = ({ live, refresh }: CourierCardProps) => {
  const t = text().courier;
  return (
    <section class="card" aria-labelledby="courier">
      <h2 id="courier">{t.title}</h2>
      <Loaded live={live}>{(order) => <Steps order={order} live={live} refresh={refresh} />}</Loaded>
    </section>
  );
};

type StepsProps = { order: SandboxOrder; live: Live<SandboxOrder>; refresh: () => void };

const Steps = ({ order, live, refresh }: StepsProps) => {
  const t = text().courier;
  const take = (to: OrderStatus) =>
    doNow(async () => {
      await changes.advance(order.id, to);
      live.refresh();
      refresh();
    });
  if (order.next.may.length === 0) return <p class="quiet">{t.final}</p>;
  return (
    <>
      <p class="quiet">{describeMover(order)}</p>
      {order.manual_since === null && <p class="quiet">{t.text}</p>}
      <div class="row-actions">
        {order.next.may.map((status) => (
          <button
            key={status}
            type="button"
            class={status === order.next.advance ? 'primary' : ''}
            onClick={take(status)}
          >
            {nameOfStep(order.status, status)}
          </button>
        ))}
      </div>
    </>
  );
};

const describeMover = ({ manual_since, scenario, speed }: SandboxOrder): string => {
  const t = text().courier;
  return manual_since === null ? t.auto(t.scenarios[scenario], formatCount(speed)) : t.manual;
};

/** Back to `ready` is a courier who gives up. */
const nameOfStep = (from: OrderStatus, to: OrderStatus): string => {
  const { courier, orders } = text();
  return to === 'ready' && from !== 'created' ? courier.giveUp : orders.status[to];
};

const kinds = [
  'wrong_signature',
  'stale_timestamp',
  'duplicate',
  'gap',
  'exhaust',
] as const satisfies readonly FaultKind[];

type InjectFaultProps = { endpoint: EndpointView; onDone: () => void };

/** Faults on demand, and the receiver's answer to the newest one. */
export const InjectFaultCard = ({ endpoint, onDone }: InjectFaultProps) => {
  const { courier: t, fault } = text();
  const ask = (kind: FaultKind) =>
    doNow(async () => {
      await changes.injectFault(endpoint.id, kind);
      onDone();
    });
  return (
    <section class="card" aria-labelledby="injectFault">
      <h2 id="injectFault">{t.injectFault}</h2>
      <p class="quiet">{t.injectFaultText}</p>
      <ul class="faults">
        {kinds.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={ask(kind)}>
              {fault.kind[kind]}
            </button>
            <span class="quiet">{t.faultHint[kind]}</span>
          </li>
        ))}
      </ul>
      <div class="fault-state" role="status">
        {endpoint.fault && <p>{t.asked(fault.kind[endpoint.fault.kind])}</p>}
        {endpoint.last_fault ? <LastFault result={endpoint.last_fault} /> : <p class="quiet">{t.never}</p>}
      </div>
    </section>
  );
};

const LastFault = ({ result }: { result: FaultResult }) => {
  const { courier: t, fault } = text();
  const { kind, status_code, error_code } = result;
  const failed = error_code === null ? t.noAnswer : describeError(error_code);
  return (
    <p>
      <FaultBadge fault={result} /> {t.last(fault.kind[kind], status_code === null ? failed : String(status_code))}{' '}
      <Ago at={result.at} />
    </p>
  );
};
