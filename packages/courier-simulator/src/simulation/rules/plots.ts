import { createHash } from 'node:crypto';
import type { Courier, OrderStatus, Proof, Reason, SandboxScenario } from '@delivery/contracts';

/** One thing that happens to an order, and how long it takes after the one before. */
type Happening = {
  pace: Pace;
  news: { status: OrderStatus; reason?: Reason } | { trackingUrl: TrackingUrlNumber };
  /**
   * Reports that come before the news. The order's state does not show whether they were made: they go with the news.
   */
  before?: readonly Detail[];
};

/** A report that changes neither status nor tracking URL. */
export type Detail =
  | { kind: 'courier'; courier: Courier }
  /** `earlySeconds`: how much sooner than in the plan, at speed 1, the courier expects to be at the door. */
  | { kind: 'eta'; earlySeconds: number }
  | { kind: 'position' }
  | { kind: 'problem'; problem: { kind: string; text: string } }
  | { kind: 'proof'; proof: Proof['kind'] };

/** The tracking URLs of one order differ, so that each shows which courier it belongs to. */
export type TrackingUrlNumber = 1 | 2;

export type Plot = {
  first: readonly Happening[];
  /** When the order is `ready` again, for the second courier. */
  second?: readonly Happening[];
  /** As if nothing were near; 1 where it is absent. */
  slowness?: number;
};

const accepted: Happening = { pace: 'finding', news: { status: 'on_route_to_pickup' } };
const tracked: Happening = { pace: 'linking', news: { trackingUrl: 1 } };
const atPickup: Happening = { pace: 'toPickup', news: { status: 'at_pickup' } };
const pickedUp: Happening = { pace: 'pickingUp', news: { status: 'on_route_to_delivery' } };
const atDoor: Happening = { pace: 'toDoor', news: { status: 'at_delivery' } };
const handedOver: Happening = { pace: 'handingOver', news: { status: 'delivered' } };

const toDoor = [accepted, tracked, atPickup, pickedUp, atDoor];
const delivered = [...toDoor, handedOver];

const because = (code: string, message: string): { reason: Reason } => ({ reason: { code, message } });

/**
 * The steps of each scenario from `ready` on, all legal by the contract's table. Within a plot no two of the
 * order's states (status and tracking URL together) are equal: the order itself says how far its plan is.
 */
export const plots: Readonly<Record<SandboxScenario, Plot>> = {
  delivered: { first: delivered },
  late: { first: delivered, slowness: 3 },
  no_courier: {
    first: [{ pace: 'searching', news: { status: 'canceled', ...because('no_courier', 'No courier was found.') } }],
  },
  courier_gave_up: {
    first: [
      accepted,
      tracked,
      { pace: 'givingUp', news: { status: 'ready', ...because('courier_gave_up', 'The courier gave up.') } },
    ],
    // The new tracking URL comes before the courier sets out.
    second: [
      { pace: 'finding', news: { trackingUrl: 2 } },
      { ...accepted, pace: 'linking' },
      atPickup,
      pickedUp,
      atDoor,
      handedOver,
    ],
  },
  canceled_after_pickup: {
    first: [
      accepted,
      tracked,
      atPickup,
      {
        pace: 'pickingUp',
        news: { status: 'canceled', ...because('customer_canceled', 'The customer canceled at the last moment.') },
      },
    ],
  },
  delivery_failed_returned: {
    first: [
      ...toDoor,
      {
        pace: 'knocking',
        news: { status: 'delivery_failed', ...because('customer_absent', 'The customer did not open the door.') },
      },
      { pace: 'goingBack', news: { status: 'returned' } },
    ],
  },
  every_report: {
    first: [
      {
        ...accepted,
        before: [
          { kind: 'courier', courier: { name: 'Rui', vehicle: 'bicycle' } },
          { kind: 'eta', earlySeconds: 300 },
        ],
      },
      tracked,
      atPickup,
      { ...pickedUp, before: [{ kind: 'eta', earlySeconds: 0 }] },
      {
        ...atDoor,
        before: [
          { kind: 'position' },
          { kind: 'problem', problem: { kind: 'no_access', text: 'The gate is locked.' } },
        ],
      },
      { ...handedOver, pace: 'knocking', before: [{ kind: 'proof', proof: 'picture' }] },
    ],
  },
  tracking_only: {
    first: [
      { ...tracked, pace: 'finding' },
      { pace: 'toPickup', news: { trackingUrl: 2 } },
      // All at once when it is over, and only what the table cannot do without.
      { ...accepted, pace: 'toDoor' },
      { ...pickedUp, pace: 'catchingUp' },
      { ...handedOver, pace: 'catchingUp' },
    ],
  },
  stuck: { first: [accepted, tracked] },
  no_simulation: { first: [] },
};

/** How long things take at speed 1: from and to, in seconds. */
const paces = {
  finding: [60, 240],
  /** A courier who is found is given a tracking URL. */
  linking: [5, 20],
  toPickup: [300, 720],
  pickingUp: [60, 300],
  toDoor: [360, 1_080],
  handingOver: [30, 180],
  /** On the way to the pickup. */
  givingUp: [120, 300],
  /** For a courier, without success. */
  searching: [600, 900],
  knocking: [180, 420],
  goingBack: [360, 1_080],
  /** Between reports that are sent together. */
  catchingUp: [1, 5],
} as const;
type Pace = keyof typeof paces;

/**
 * A number in [0, 1) for each place of each seed. Hashed, not drawn one after the other: a step that is added to a plan
 * leaves the others as they were, and all scenarios of a seed have couriers of the same pace.
 */
const drawAt = (seed: string, place: string): number =>
  createHash('sha256').update(`${seed}\n${place}`).digest().readUInt32BE(0) / 2 ** 32;

/** Seconds at speed 1. `place`: which of the plan's steps it is. */
export const drawSeconds = (pace: Pace, seed: string, place: string): number => {
  const [from, to] = paces[pace];
  return from + (to - from) * drawAt(seed, place);
};
