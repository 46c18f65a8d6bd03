import { readFileSync } from 'node:fs';
import { type MailLanguage, nextStatuses, type OrderStatus, type TrackedOrder } from '@delivery/contracts';
import { escape, pageHeaders, pagePolicy, renderCard, renderDocument, sourceOf } from '../pages/document.js';
import { type StepName, steps, type Words, words } from './words.js';

/** As it was compiled, which is found from `src` and from the bundle. */
const scriptUrl = import.meta.url.replace(/^(.*\/)(?:src|dist)\/.*$/, '$1dist/tracking/browser/follow.js');
const script = readFileSync(new URL(scriptUrl), 'utf8');

const policy = [...pagePolicy, `script-src ${sourceOf(script)}`, "connect-src 'self'", "form-action 'none'"];

export type PageOptions = { language: MailLanguage; hasMap: boolean };

/** One file, of which no other style and no other script runs; nothing of its address is sent, kept or found. */
export const trackingHeaders = { ...pageHeaders(policy), vary: 'accept-language' };

/** Replaces the common policy: the page of an order shows the map within it. */
export const mapPolicy = { 'content-security-policy': [...policy, "frame-src 'self'"].join('; ') };

/** The page of an order. It can be read without its script, which refreshes it and adds the map. */
export const renderOrder = (order: TrackedOrder, { language, hasMap }: PageOptions): string => {
  const said = words[language];
  const number = said.order(order.display_id);
  const isFinal = nextStatuses[order.status].length === 0;
  return renderDocument(
    said.lang,
    `${number} · ${order.merchant}`,
    `<main${isFinal ? ' data-final' : ''}>
<p class="merchant">${escape(order.store?.name ?? order.merchant)}</p>
<p class="number">${escape(number)}</p>
<div class="card">
<div role="status" data-part="status"><h1>${said.status[order.status]}</h1></div>
<div data-part="expected">${order.expected_at === null ? '' : renderExpected(order.expected_at, said)}</div>
<div data-part="way">${order.way === null ? '' : renderWay(order.way, said)}${hasMap && order.way !== null ? renderMarks(order, order.way, said) : ''}</div>
<div data-part="steps">${renderSteps(order, said)}</div>
</div>
<div class="card"><div data-part="people">${renderPeople(order, said)}</div></div>
<p class="reload">${said.reload}</p>
</main>
<script type="module">${script}</script>`,
  );
};

/** A page that shows no order. */
export const renderNotice = (kind: 'ended' | 'unknown' | 'limited' | 'unavailable', language: MailLanguage): string => {
  const [title, detail] = words[language][kind];
  return renderDocument(words[language].lang, title, renderCard(title, detail));
};

const renderExpected = (at: string, said: Words): string =>
  `<p class="expected">${said.expected} ${renderTime(at)}</p>`;

/** Where the courier is between the store and the customer: drawn, and in words. */
const renderWay = ({ left_m: leftM, done }: NonNullable<TrackedOrder['way']>, said: Words): string => {
  const at = Math.round(12 + 296 * done);
  const distance = `${(leftM / 1_000).toLocaleString(said.lang, { maximumFractionDigits: 1 })} km`;
  return `<svg class="way" viewBox="0 0 320 24" aria-hidden="true"><path class="ahead" d="M12 12H308"/><path class="behind" d="M12 12H${at}"/>
<circle class="end" cx="12" cy="12" r="5"/><path class="end" d="M300 20V11l8-7 8 7v9z"/><circle class="courier" cx="${at}" cy="12" r="8"/></svg>
<p>${said.left(distance)}</p>`;
};

/** The content of the map, for the script. */
const renderMarks = (order: TrackedOrder, { places }: NonNullable<TrackedOrder['way']>, said: Words): string => {
  const marks = [
    ...(places.store ? [{ kind: 'store', label: order.store?.name ?? order.merchant, ...places.store }] : []),
    { kind: 'door', label: said.door, ...places.door },
    { kind: 'courier', label: said.courier, ...places.courier },
  ];
  return `<data hidden title="${said.map}" value="${escape(JSON.stringify(marks))}"></data>`;
};

const renderSteps = (order: TrackedOrder, said: Words): string => {
  const current = stepOf[order.status];
  const items = steps.map((step, index) => {
    const at = order.reached[step];
    const isDone = current === undefined ? at !== undefined : index <= steps.indexOf(current);
    const marks = `${isDone ? ' class="done"' : ''}${step === current ? ' aria-current="step"' : ''}`;
    return `<li${marks}>${said.steps[step]}${isDone && at !== undefined ? renderTime(at) : ''}</li>`;
  });
  return `<ol class="steps" aria-label="${said.stepsLabel}">${items.join('')}</ol>`;
};

/** The step at which an order of this status is. `undefined`: it goes none further. */
const stepOf: Readonly<Record<OrderStatus, StepName | undefined>> = {
  created: 'created',
  ready: 'ready',
  on_route_to_pickup: 'ready',
  at_pickup: 'ready',
  on_route_to_delivery: 'on_route_to_delivery',
  at_delivery: 'on_route_to_delivery',
  delivery_failed: 'on_route_to_delivery',
  delivered: 'delivered',
  returned: undefined,
  canceled: undefined,
};

const renderPeople = ({ courier, store, merchant }: TrackedOrder, said: Words): string => {
  const by = courier && [courier.name, said.vehicle[courier.vehicle]].filter((text) => text !== '').join(', ');
  const names = [...new Set([store?.name ?? merchant, merchant])].map(escape).join('<br>');
  const phone = store && `<br><a href="tel:${escape(store.phone)}">${escape(store.phone)}</a>`;
  return `<dl>${by === null ? '' : `<dt>${said.courier}</dt><dd>${escape(by)}</dd>`}<dt>${said.store}</dt><dd>${names}${phone ?? ''}</dd></dl>`;
};

/** In UTC until the script shows it by the clock of the browser: where the customer is, the service does not know. */
const renderTime = (at: string): string => {
  const instant = new Date(at).toISOString();
  return `<time datetime="${instant}">${instant.slice(11, 16)} UTC</time>`;
};
