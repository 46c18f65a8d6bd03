import type { Signal } from '@preact/signals';
import type { EndpointFormat } from '@delivery/contracts';
import { webhookEvents } from '@delivery/contracts/events';
import { orderStatuses } from '@delivery/contracts/status';
import { useLive } from '../../api/live.js';
import { Choice, Choices, Field, OneOf } from '../../ui/fields.js';
import { Loaded } from '../../ui/states.js';
import { hasSetting, numberSettings } from '../../webhooks/rules/number-settings.js';
import { reads } from '../calls.js';
import { text } from '../text/index.js';
import type { HeaderChoice, KnownSettings } from './rules/endpoint-settings.js';
import type { SettingsForm } from './settings-form.js';

const nameLengthMax = 80;
const urlLengthMax = 2_048;
const formats = ['standard_webhooks', 'open_delivery'] as const satisfies readonly EndpointFormat[];
const headerChoices = ['keep', 'set', 'none'] as const satisfies readonly HeaderChoice[];

type FieldsProps = { form: SettingsForm; type: KnownSettings['type']; known?: KnownSettings };

/** The fields of an endpoint's settings, with the fault beside each. */
export const SettingsFields = ({ form, type, known }: FieldsProps) => {
  const { endpoints: t, settings } = text();
  const faults = form.faults();
  const name = (
    <Field
      label={t.name}
      hint={t.nameHint}
      value={form.name}
      maxLength={nameLengthMax}
      isRequired={false}
      fault={faults.name}
    />
  );
  if (type === 'pull') {
    return (
      <>
        {name}
        <EventFields form={form} />
        <StoresField form={form} />
        <NumberFields form={form} type={type} />
      </>
    );
  }
  const isOpenDelivery = form.format.value === 'open_delivery';
  return (
    <>
      {name}
      {!known && <OneOf legend={t.format} words={t.formats} all={formats} chosen={form.format} />}
      <Field
        label={t.addUrl}
        hint={known?.url?.includes('***') ? settings.urlMaskedHint : t.addUrlHint}
        value={form.url}
        maxLength={urlLengthMax}
        fault={faults.url}
      />
      {isOpenDelivery ? <ClientChoices chosen={form.clientId} fault={faults.client} /> : <EventFields form={form} />}
      <StoresField form={form} />
      {known?.header && <HeaderChoices name={known.header.name} chosen={form.header} fault={faults.header} />}
      {form.header.value === 'set' && (
        <div class="fields">
          <Field
            label={t.addHeaderName}
            hint={known?.header ? settings.headerNameHint : t.addHeaderNameHint}
            value={form.headerName}
            isRequired={Boolean(known?.header)}
            fault={faults.headerName}
          />
          <Field
            label={t.addHeaderValue}
            hint={t.addHeaderValueHint}
            value={form.headerValue}
            type="password"
            isRequired={form.headerName.value !== ''}
            fault={faults.headerValue}
          />
        </div>
      )}
      <NumberFields form={form} type={type} />
    </>
  );
};

const NumberFields = ({ form, type }: Pick<FieldsProps, 'form' | 'type'>) => {
  const words = text().numberSettings;
  const faults = form.faults();
  const shown = numberSettings.filter((setting) => hasSetting(setting, type)).map(({ name }) => name);
  return form.numbers
    .filter(({ name }) => shown.includes(name))
    .map(({ name, value }) => (
      <Field
        key={name}
        label={words[name].label}
        hint={words[name].hint}
        value={value}
        isRequired={false}
        fault={faults[name] && `${faults[name]} ${words[name].hint}`}
      />
    ));
};

type HeaderProps = { name: string; chosen: Signal<HeaderChoice>; fault: string | undefined };

const HeaderChoices = ({ name, chosen, fault }: HeaderProps) => {
  const { endpoints, settings: t } = text();
  const words = { keep: t.headerKeep(name), set: t.headerSet, none: t.headerNone };
  return <OneOf legend={endpoints.header} fault={fault} words={words} all={headerChoices} chosen={chosen} />;
};

type FormProps = Pick<FieldsProps, 'form'>;

const EventFields = ({ form }: FormProps) => {
  const { endpoints: t, event, orders } = text();
  return (
    <>
      <Ticks legend={t.addEvents} hint={t.addEventsHint} all={webhookEvents} words={event} chosen={form.events} />
      <Ticks
        legend={t.statuses}
        hint={t.statusesHint}
        all={orderStatuses}
        words={orders.status}
        chosen={form.statuses}
      />
    </>
  );
};

const StoresField = ({ form }: FormProps) => {
  const t = text().endpoints;
  return (
    <Field label={t.stores} hint={t.storesHint} value={form.stores} isRequired={false} fault={form.faults().stores} />
  );
};

type TicksProps<T extends string> = {
  legend: string;
  hint: string;
  all: readonly T[];
  words: Readonly<Record<T, string>>;
  chosen: Signal<ReadonlySet<T>>;
};

/** Any number of several. */
const Ticks = <T extends string>({ legend, hint, all, words, chosen }: TicksProps<T>) => (
  <Choices legend={legend} hint={hint}>
    {all.map((each) => (
      <Choice
        key={each}
        type="checkbox"
        isChosen={chosen.value.has(each)}
        onChoose={(isChosen) => {
          const next = new Set(chosen.value);
          if (isChosen) next.add(each);
          else next.delete(each);
          chosen.value = next;
        }}
      >
        {words[each]}
      </Choice>
    ))}
  </Choices>
);

type ClientProps = { chosen: Signal<string>; fault: string | undefined };

/** Which OAuth client signs the events of Open Delivery. */
const ClientChoices = ({ chosen, fault }: ClientProps) => {
  const t = text().endpoints;
  const live = useLive(reads.oauthClients());
  return (
    <Choices legend={t.client} hint={t.clientHint} fault={fault}>
      <Loaded live={live}>
        {({ data }) => (
          <>
            {data.length === 0 && <p>{t.clientNone}</p>}
            {data.map(({ client_id: id, name }) => (
              <Choice
                key={id}
                type="radio"
                name="endpoint-client"
                isChosen={chosen.value === id}
                onChoose={() => (chosen.value = id)}
              >
                {name} <code>{id}</code>
              </Choice>
            ))}
          </>
        )}
      </Loaded>
    </Choices>
  );
};
