import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type {
  EndpointChanges,
  EndpointHistory,
  EndpointOutcomes,
  EndpointTest,
  EndpointView,
  FaultResult,
  OperatorAction,
  OperatorEndpoint,
  WebhookPreview,
} from '@delivery/contracts';
import type { ChartProps } from '../charts/draw-chart.js';
import { text } from '../text/index.js';
import { OpenButton } from '../ui/buttons.js';
import { OwnActionDialog } from '../ui/dialog.js';
import { endpointName, formatCount, formatDuration, formatShare } from '../ui/format.js';
import { Badge, type Tone } from '../ui/icons.js';
import { say } from '../ui/states.js';
import { Ago } from '../ui/time.js';
import { webhookChanges, webhookReads } from './calls.js';
import { describeAnswer, ErrorHelp } from './delivery-table.js';
import { PreviewBox, useCounted, WebhookPreviewWords } from './preview.js';
import type { Condition } from './rules/condition.js';
import { hasSetting, type NumberSetting, numberSettings } from './rules/number-settings.js';

const tones: Readonly<Record<Condition, Tone>> = {
  ok: 'good',
  ready: 'good',
  untried: 'idle',
  failing: 'warn',
  paced: 'info',
  narrowed: 'warn',
  not_fetching: 'bad',
  breaker_open: 'bad',
  disabled: 'idle',
};

export const ConditionBadge = ({ condition }: { condition: Condition }) => (
  <Badge tone={tones[condition]} title={text().conditionWords[condition]}>
    {text().condition[condition]}
  </Badge>
);

/** A setting that is a number, by its label. */
export const describeNumber = (setting: (typeof numberSettings)[number], value: number | null): [string, string] => {
  const { label, none, value: words } = text().numberSettings[setting.name];
  return [label, value === null ? none : words(formatCount(value / setting.unit))];
};

type Lists = Partial<Pick<EndpointChanges, 'statuses' | 'store_refs'>>;

/** The filters of an endpoint that are named here, in words. */
export const describeLists = ({ statuses, store_refs: refs }: Lists): [string, string][] => {
  const { endpoints: t, orders } = text();
  return [
    ...(statuses === undefined
      ? []
      : [
          describeList(
            t.statuses,
            statuses?.map((one) => orders.status[one]),
          ),
        ]),
    ...(refs === undefined ? [] : [describeList(t.stores, refs ?? undefined)]),
  ];
};

const describeList = (label: string, words: readonly string[] | undefined): [string, string] => [
  label,
  words?.join(', ') ?? text().endpoints.all,
];

/** Settings that are shown with their labels alone; filters that an endpoint does not have are left out. */
export const settingFacts = (
  endpoint: Pick<EndpointView, 'reference' | 'type' | 'statuses' | 'store_refs' | NumberSetting>,
): [string, string][] => [
  ...(endpoint.reference === null ? [] : [describeList(text().endpoints.reference, [endpoint.reference])]),
  ...describeLists({
    ...(endpoint.statuses && { statuses: endpoint.statuses }),
    ...(endpoint.store_refs && { store_refs: endpoint.store_refs }),
  }),
  ...numberSettings
    .filter((setting) => hasSetting(setting, endpoint.type))
    .map((setting) => describeNumber(setting, endpoint[setting.name])),
];

/** The outcome of the newest test webhook, and the meaning of its error. */
export const LastTest = ({ test }: { test: EndpointTest }) => (
  <>
    <Badge tone={test.error_code === null ? 'good' : 'bad'}>{describeTest(test)}</Badge> <Ago at={test.at} />
    {test.error_detail && <code>{test.error_detail}</code>}
    <ErrorHelp codes={[test.error_code]} />
  </>
);

const describeTest = (test: EndpointTest): string => {
  const { error_code: code, status_code: status, duration_ms: took } = test;
  const t = text().endpointTest;
  if (code === null) return t.good(status, formatDuration(took));
  return t.bad(describeAnswer(test), formatDuration(took));
};

/** Says what a test came to when its result arrives, on the page from which it was sent. */
export const useTestNotice = (test: EndpointTest | null): void => {
  const shown = useRef(test?.at);
  useEffect(() => {
    if (!test || test.at === shown.current) return;
    shown.current = test.at;
    say(`${text().endpointTest.title}: ${describeTest(test)}`, test.error_code === null ? 'good' : 'bad');
  }, [test?.at]);
};

type Type = EndpointView['type'];

/** The part of an endpoint that both apps know. */
export type ShownEndpoint = Omit<EndpointView, 'events' | 'status'> & Pick<OperatorEndpoint, 'events' | 'status'>;

/** How many attempts succeeded in 24 hours, and how fast they were answered. */
export const EndpointDay = ({ type, day }: { type: Type; day: EndpointHistory['day'] }) => {
  const { succeeded, failed, answer_ms: times } = day;
  const t = text().endpointDay[type];
  const total = succeeded + failed;
  if (total === 0) return <p>{t.none}</p>;
  return (
    <p>
      {t.share(formatShare(succeeded / total), formatCount(total), formatCount(failed))}{' '}
      {times && t.times(formatDuration(times.p50), formatDuration(times.p95))}
    </p>
  );
};

/** @param points of the chart; those without an answer have no value */
export const answerTimesChart = (
  type: Type,
  points: readonly Pick<EndpointOutcomes, 'answer_ms'>[],
): Omit<ChartProps, 'times'> => {
  const { chart, endpointDay } = text();
  return {
    id: 'answer-times',
    title: endpointDay[type].answers,
    format: formatDuration,
    atLeast: 100,
    series: [
      { name: chart.p50, colour: 'one', values: points.map(({ answer_ms: times }) => times?.p50 ?? null) },
      { name: chart.p95, colour: 'three', values: points.map(({ answer_ms: times }) => times?.p95 ?? null) },
    ],
  };
};

type SwitchProps = { endpoint: Pick<OperatorEndpoint, 'id' | 'status' | 'name' | 'url'>; onDone: () => void };

export const SwitchButton = (props: SwitchProps) => {
  const t = text().endpoints;
  const isDisabled = props.endpoint.status === 'disabled';
  return (
    <OpenButton label={isDisabled ? t.enable : t.disable} kind={isDisabled ? 'primary' : undefined}>
      {(close) => <SwitchDialog {...props} onClose={close} />}
    </OpenButton>
  );
};

/**
 * The dialog decides when it opens whether it enables or disables: another user's switch meanwhile does not reverse it.
 */
const SwitchDialog = (props: DialogProps) => {
  const enables = useSignal(props.endpoint.status === 'disabled').value;
  return enables ? <EnableDialog {...props} /> : <DisableDialog {...props} />;
};

type DialogProps = SwitchProps & { onClose: () => void };

const EnableDialog = (props: DialogProps) => {
  const { endpoints: t, preview } = text();
  return (
    <SendWaitingDialog
      {...props}
      words={{ title: t.enableTitle, text: t.enableText, submit: t.enable, notice: t.enabledNotice }}
      nothing={preview.nothingHeld}
      name={`${props.endpoint.id}.enable`}
      act={webhookChanges.enableEndpoint}
    />
  );
};

const DisableDialog = ({ endpoint, onDone, onClose }: DialogProps) => {
  const t = text().endpoints;
  return (
    <OwnActionDialog
      name={`${endpoint.id}.disable`}
      title={t.disableTitle}
      submit={t.disable}
      isDangerous
      onClose={onClose}
      act={async (action) => {
        await webhookChanges.disableEndpoint(endpoint.id, action);
        say(t.disabledNotice);
        onDone();
      }}
    >
      <p>{t.disableText}</p>
      <p class="address quiet">{endpointName(endpoint)}</p>
    </OwnActionDialog>
  );
};

/** A server that accepts the webhook of an `exhaust` has done nothing wrong. */
export const FaultBadge = ({ fault: { kind, handled } }: { fault: Pick<FaultResult, 'kind' | 'handled'> }) => {
  const t = text().fault;
  const [good, other] = kind === 'exhaust' ? [t.givenUp, t.notGivenUp] : [t.handled, t.unhandled];
  return <Badge tone={handled ? 'good' : kind === 'exhaust' ? 'idle' : 'bad'}>{handled ? good : other}</Badge>;
};

type CatchUpProps = { endpoint: Pick<EndpointView, 'id' | 'name' | 'url'>; onDone: () => void };

/** Sends waiting webhooks without waiting for their next attempts. */
export const CatchUpButton = (props: CatchUpProps) => (
  <OpenButton label={text().catchUp.catchUp}>{(close) => <CatchUpDialog {...props} onClose={close} />}</OpenButton>
);

const CatchUpDialog = (props: CatchUpProps & { onClose: () => void }) => {
  const t = text().catchUp;
  return (
    <SendWaitingDialog
      {...props}
      words={{ title: t.catchUpTitle, text: t.catchUpText, submit: t.catchUp, notice: t.catchUpNotice }}
      nothing={t.nothingWaits}
      name={`${props.endpoint.id}.catch-up`}
      act={webhookChanges.catchUp}
    />
  );
};

type SendWaitingProps = CatchUpProps & {
  onClose: () => void;
  words: Record<'title' | 'text' | 'submit' | 'notice', string>;
  /** Shown if no webhook waits. */
  nothing: string;
  name: string;
  act: (endpointId: string, action: OperatorAction | undefined) => Promise<unknown>;
};

/** Sends the webhooks that wait for an endpoint, after a preview. */
const SendWaitingDialog = ({ endpoint, words, nothing, name, act, onDone, onClose }: SendWaitingProps) => {
  const preview = useCounted<WebhookPreview>(webhookReads.waiting(endpoint.id));
  return (
    <OwnActionDialog
      name={name}
      title={words.title}
      submit={words.submit}
      isReady={preview.value.value !== undefined}
      onClose={onClose}
      act={async (action) => {
        await act(endpoint.id, action);
        say(words.notice);
        onDone();
      }}
    >
      <p class="address quiet">{endpointName(endpoint)}</p>
      <PreviewBox preview={preview}>
        {(value) => <WebhookPreviewWords value={value} verb="sends" nothing={nothing} />}
      </PreviewBox>
      <p>{words.text}</p>
    </OwnActionDialog>
  );
};
