import {
  type MerchantMode,
  sandboxHeaders,
  sandboxScenarioNames,
  sandboxScenarioSchema,
  sandboxSeedSchema,
  sandboxSpeedMax,
  sandboxSpeedSchema,
  type SimulationSettings,
} from '@delivery/contracts';

/** By lower-case name. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `fault`: which header is wrong, why, and the valid values. */
export type SettingsReading = { plan: SimulationSettings | undefined } | { fault: string };

/** The steps of couriers that the headers of a create ask for. A live merchant's couriers do as they please. */
export const readSimulationSettings = (headers: Headers, mode: MerchantMode, orderId: string): SettingsReading => {
  if (mode === 'live') return refuseAny(headers);
  const scenario = sandboxScenarioSchema.safeParse(headers[names.scenario] ?? 'delivered');
  if (!scenario.success) return refuse('scenario', `expected one of ${sandboxScenarioNames.join(', ')}.`);
  const speed = readSpeed(headers[names.speed] ?? '1');
  if (speed === undefined) {
    return refuse('speed', `expected a number above 0, at most ${sandboxSpeedMax}, such as 60 or 0.5.`);
  }
  const seed = sandboxSeedSchema.safeParse(headers[names.seed] ?? orderId);
  if (!seed.success) return refuse('seed', 'expected 1 to 64 of the characters A-Z a-z 0-9 _ . : -');
  return { plan: { scenario: scenario.data, speed, seed: seed.data } };
};

/** As Node has them. A header that is given twice is a text with a comma, or the first one. */
const names = {
  scenario: sandboxHeaders.scenario.toLowerCase(),
  speed: sandboxHeaders.speed.toLowerCase(),
  seed: sandboxHeaders.seed.toLowerCase(),
};
type Name = keyof typeof names;

const refuse = (name: Name, fault: string): SettingsReading => ({ fault: `${sandboxHeaders[name]}: ${fault}` });

const wayOut = 'this merchant is live. Remove the header, or use the credentials of a sandbox merchant (tok_test_…).';

const refuseAny = (headers: Headers): SettingsReading => {
  if (headers[names.scenario] !== undefined) return refuse('scenario', wayOut);
  if (headers[names.speed] !== undefined) return refuse('speed', wayOut);
  if (headers[names.seed] !== undefined) return refuse('seed', wayOut);
  return { plan: undefined };
};

/** Plain decimals: `1e3`, `0x10` and white space are mistakes rather than speeds. */
const readSpeed = (text: string | readonly string[]): number | undefined =>
  typeof text === 'string' && /^\d{1,4}(?:\.\d{1,3})?$/.test(text)
    ? sandboxSpeedSchema.safeParse(Number(text)).data
    : undefined;
