import { expect, test } from '@jest/globals';
import { endpointSettings } from '@delivery/contracts';
import { isInRange, numberSettings, toValue } from './number-settings.js';

test.each(numberSettings)('$name takes in the form what the API takes', (setting) => {
  const isTaken = (typed: number): boolean =>
    endpointSettings[setting.name].safeParse(toValue(setting, String(typed))).success;
  for (const typed of [0, setting.min - 1, setting.min, setting.max, setting.max + 1])
    expect([typed, isInRange(setting, String(typed))]).toEqual([typed, isTaken(typed)]);
});
