import type { EndpointType } from '@delivery/contracts';

/**
 * The settings of an endpoint that are a number, by their names in the API. They are typed as a whole number from `min`
 * to `max`, or left empty. `unit`: what one is in the API. `types`: the endpoints that have it.
 */
export const numberSettings = [
  { name: 'max_per_second', min: 1, max: 1_000, unit: 1, types: ['push'] },
  { name: 'give_up_after', min: 15, max: 960, unit: 60, types: ['push', 'pull'] },
] as const;

type NumberField = (typeof numberSettings)[number];
export type NumberSetting = NumberField['name'];

export const hasSetting = ({ types }: NumberField, type: EndpointType): boolean => types.some((one) => one === type);

/** The value as it is typed. */
export const toTyped = ({ unit }: Pick<NumberField, 'unit'>, value: number | null | undefined): string =>
  typeof value === 'number' ? String(value / unit) : '';

export const toValue = ({ unit }: Pick<NumberField, 'unit'>, typed: string): number | null =>
  typed === '' ? null : Number(typed) * unit;

export const isInRange = ({ min, max }: Pick<NumberField, 'min' | 'max'>, typed: string): boolean =>
  typed === '' || (/^\d{1,4}$/.test(typed) && Number(typed) >= min && Number(typed) <= max);
