import type { Random } from '../random.js';
import type { Shop } from '../shops/shop.js';
import type { Stage } from '../stage.js';

export type Part =
  | 'intake-api'
  | 'order-state'
  | 'webhook-dispatcher'
  | 'order-state-http'
  | 'rabbitmq'
  | 'postgres'
  | 'both-servers'
  | 'everything'
  | 'merchant'
  | 'till';

/** Parts that a webhook passes on its way from the ledger: one that was sent may be sent again after their fault. */
const carriers = new Set<Part>([
  'order-state',
  'webhook-dispatcher',
  'rabbitmq',
  'postgres',
  'both-servers',
  'everything',
]);
/** Faults of a merchant's server after which a request goes out again, because a reused connection was reset without an answer. */
const resetting = new Set(['reset', 'cut']);
export const canRepeat = ({ part, name }: Pick<Fault, 'part' | 'name'>): boolean =>
  carriers.has(part) || (part === 'merchant' && resetting.has(name));

export type Replicas = 1 | 2;

/** The system under test at the moment of a fault. */
export type Scene = { stage: Stage; shops: readonly [Shop, ...Shop[]]; random: Random };

/** Ends the fault; resolves when its cause is gone, not when the system has recovered. */
type Heal = () => Promise<void>;

/** One thing that is done to one part. */
export type Fault = {
  part: Part;
  name: string;
  /** A description for `--list`. */
  summary: string;
  /** With how many replicas of each service it is worth trying. */
  replicas: readonly [Replicas, ...Replicas[]];
  inject: (scene: Scene) => Promise<Heal>;
};
