import { useSignal } from '@preact/signals';
import type { SandboxScenario } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { DialogButton } from '../../ui/buttons.js';
import { Choice, Field } from '../../ui/fields.js';
import { Select } from '../../ui/select.js';
import { say } from '../../ui/states.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';

const scenarios = [
  'delivered',
  'no_courier',
  'courier_gave_up',
  'canceled_after_pickup',
  'delivery_failed_returned',
  'every_report',
  'late',
  'tracking_only',
  'stuck',
  'no_simulation',
] as const satisfies readonly SandboxScenario[];

/** Places an order of a sandbox merchant, and goes to it. */
export const NewOrderButton = () => {
  const t = text().courier;
  const displayId = useSignal(String(1_000 + Math.floor(Math.random() * 9_000)));
  const scenario = useSignal<SandboxScenario>('delivered');
  const speed = useSignal('60');
  const refusedSpeed = useSignal<string | undefined>(undefined);
  const isReady = useSignal(true);
  return (
    <DialogButton
      label={t.newOrder}
      title={t.newTitle}
      submit={t.place}
      kind="primary"
      explain={({ problem }) => {
        if (!problem?.detail.startsWith('Sandbox-Speed:')) return false;
        refusedSpeed.value = speed.value;
        return true;
      }}
      act={async () => {
        const externalId = `portal-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
        const { body } = await changes.placeOrder(sampleOrder({ externalId, displayId: displayId.value }), {
          'sandbox-scenario': scenario.value,
          'sandbox-speed': speed.value,
        });
        if (!body) return;
        if (isReady.value) await changes.markReady(body.id);
        say(t.placed);
        location.hash = hrefTo(['orders', body.id]);
      }}
    >
      <p>{t.newText}</p>
      <Select
        label={t.scenario}
        value={scenario.value}
        options={scenarios.map((each) => [each, t.scenarios[each]])}
        onChoose={(chosen) => (scenario.value = chosen)}
      />
      <div class="fields">
        <Field label={text().orders.displayId} value={displayId} maxLength={32} />
        <Field
          label={t.speed}
          hint={t.speedHint}
          value={speed}
          maxLength={6}
          fault={speed.value === refusedSpeed.value ? t.speedFault : undefined}
        />
      </div>
      <Choice type="checkbox" isChosen={isReady.value} onChoose={(chosen) => (isReady.value = chosen)}>
        {t.ready}
      </Choice>
    </DialogButton>
  );
};

/** An order for the sandbox. A new `externalId` makes it a new order each time. */
const sampleOrder = ({ externalId, displayId }: { externalId: string; displayId: string }) => ({
  external_id: externalId,
  display_id: displayId,
  customer: { name: 'Ana Souza', phone: '5511987654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: 'Bela Vista',
    street: 'Avenida Paulista',
    number: '1578',
    zip_code: '01310200',
    complement: 'Apto 42',
    coordinates: { latitude: -23.561414, longitude: -46.655881 },
  },
  payment: { prepaid: 4_590, pending: 0, methods: [{ value: 4_590, method: 'PIX', type: 'ONLINE' }] },
  items: [
    { description: 'Feijoada', quantity: 1, sub_items: [{ description: 'Farofa', quantity: 1 }] },
    { description: 'Suco de laranja', quantity: 2 },
  ],
});
