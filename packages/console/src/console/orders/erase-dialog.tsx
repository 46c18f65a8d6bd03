import { useSignal } from '@preact/signals';
import type { ErasurePreview } from '@delivery/contracts';
import { hrefTo } from '../../shell/router.js';
import { ActionDialog } from '../../ui/dialog.js';
import { Choice, Field } from '../../ui/fields.js';
import { formatCount } from '../../ui/format.js';
import { say } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { PreviewBox, usePreview } from '../../webhooks/preview.js';
import { changes } from '../calls.js';
import { text } from '../text/index.js';

type EraseProps = { orderId: string; onDone: () => void; onClose: () => void };

/**
 * Erases the customer's data of this order, or of all orders with a phone number, after it has shown which orders that
 * are.
 */
export const EraseDialog = ({ orderId, onDone, onClose }: EraseProps) => {
  const t = text().erase;
  const phone = useSignal('');
  const force = useSignal(false);
  const digits = phone.value.replaceAll(/\D/g, '');
  const subject = { ...(digits === '' ? { order_id: orderId } : { phone: digits }), force: force.value };
  const preview = usePreview<ErasurePreview>('/erasures/preview', subject);
  return (
    <ActionDialog
      name={`${orderId}.erase`}
      title={t.title}
      submit={t.submit}
      isDangerous
      isReady={(preview.value.value?.orders ?? 0) > 0}
      onClose={onClose}
      act={async (why) => {
        await preview.act(async (shown) => {
          const { body } = await changes.erase({ ...subject, ...why }, shown);
          const count = body?.erased.order_ids.length ?? 0;
          say(body?.status === 'running' ? t.running : t.done(count, formatCount(count)));
        });
        onDone();
      }}
    >
      <Field label={t.phone} hint={t.phoneHint} value={phone} isRequired={false} />
      <Choice type="checkbox" isChosen={force.value} onChoose={(isChosen) => (force.value = isChosen)}>
        {t.force}
      </Choice>
      <PreviewBox preview={preview}>{(value) => <Orders value={value} />}</PreviewBox>
      <p>{t.text}</p>
    </ActionDialog>
  );
};

const Orders = ({ value: { orders, left_under_way: left, truncated, shown } }: { value: ErasurePreview }) => {
  const t = text().erase;
  const { status } = text().orders;
  return (
    <>
      <p class="preview-sum">
        {t.orders(orders, formatCount(orders))}
        {truncated && ` ${t.more}`}
      </p>
      {left > 0 && <p>{t.left(left, formatCount(left))}</p>}
      <ul>
        {shown.map((order) => (
          <li key={order.order_id}>
            <a href={hrefTo(['orders', order.order_id])}>{order.display_id}</a> {order.merchant_name},{' '}
            {status[order.status]}, <Ago at={order.created_at} />
            {order.erased && ` (${t.erased})`}
          </li>
        ))}
      </ul>
    </>
  );
};
