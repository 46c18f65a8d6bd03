import type { CourierSystemView, MerchantView, PlatformView } from '@delivery/contracts';
import { zoneOptions } from '../../ui/zone.js';
import { text } from '../text/index.js';

/** A field of a merchant, a platform or a courier's system. */
export type OwnerField = {
  /** In the API. */
  name: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** One of several values, instead of a text. */
  options?: readonly (readonly [value: string, words: string])[];
  /** As it is typed. */
  initial: string;
  /** As the API has what is typed. */
  toValue: (typed: string) => unknown;
};

const field = (name: string, label: string, of: Partial<OwnerField> = {}): OwnerField => ({
  name,
  label,
  initial: '',
  toValue: (typed) => typed || null,
  ...of,
});

const nameField = (initial = ''): OwnerField => field('name', text().merchants.name, { initial, isRequired: true });

const modeField = (): OwnerField => {
  const { mode, modes } = text().platformTokens;
  return field('mode', mode, {
    initial: 'live',
    options: [
      ['live', modes.live],
      ['sandbox', modes.sandbox],
    ],
  });
};

/** A text that is no number is sent as it is: the service says what is wrong with it. */
const limitField = (name: string, label: string, known: number | null): OwnerField =>
  field(name, label, {
    hint: text().ownerForm.limitHint,
    initial: known === null ? '' : String(known),
    toValue: (typed) => (/^\d+$/.test(typed) ? Number(typed) : typed || null),
  });

const referenceField = (initial = ''): OwnerField =>
  field('reference', text().merchants.reference, { hint: text().ownerForm.referenceHint, initial });

const zoneField = (initial = ''): OwnerField =>
  field('time_zone', text().ownerForm.timeZone, { initial, options: zoneOptions(initial) });

const servesField = (known: CourierSystemView['merchants']): OwnerField =>
  field('merchants', text().couriers.serves, {
    hint: text().ownerForm.servesHint,
    initial: known === 'all' ? '' : known.join(' '),
    toValue: (typed) => (typed === '' ? 'all' : typed.split(/[\s,]+/)),
  });

/** A new owner. A platform's first token has fields of its own. */
export const newFields = {
  merchant: (): OwnerField[] => {
    const t = text().ownerForm;
    return [
      nameField(),
      field('platform', text().merchants.platform, { hint: t.platformHint }),
      referenceField(),
      modeField(),
      zoneField(),
      field('webhook_url', t.webhookUrl, { hint: t.webhookUrlHint }),
    ];
  },
  platform: (): OwnerField[] => [nameField()],
  courier: (): OwnerField[] => [nameField(), modeField(), servesField('all')],
};

export type OwnerKind = keyof typeof newFields;

export const merchantFields = (merchant: MerchantView): OwnerField[] => {
  const { merchants: t, ownerForm } = text();
  return [
    nameField(merchant.name),
    referenceField(merchant.reference ?? ''),
    limitField('create_per_minute', ownerForm.createLimit, merchant.create_per_minute),
    limitField('other_per_minute', ownerForm.otherLimit, merchant.other_per_minute),
    field('tracking_page', t.trackingPage, {
      initial: String(merchant.tracking_page),
      options: [
        ['true', t.trackingPageValue.on],
        ['false', t.trackingPageValue.off],
      ],
      toValue: (typed) => typed === 'true',
    }),
    zoneField(merchant.time_zone ?? ''),
  ];
};

export const platformFields = ({ name, per_minute }: PlatformView): OwnerField[] => [
  nameField(name),
  limitField('per_minute', text().couriers.limit, per_minute),
];

export const courierFields = ({ name, merchants, per_minute }: CourierSystemView): OwnerField[] => [
  nameField(name),
  servesField(merchants),
  limitField('per_minute', text().couriers.limit, per_minute),
];
