/** Where an item waits. */
export type FairPlace<Group extends string> = {
  group: Group;
  /** Whose turn the item takes, for instance a merchant's id. */
  lane: string;
  /** Items of one sequence leave as they came: while one of them waits, the next one waits behind it, in its lane. */
  sequence?: string | undefined;
  /** What handling it costs, for instance its bytes. */
  cost: number;
};

export type FairQueueOptions<Item, Group extends string> = {
  placeOf: (item: Item) => FairPlace<Group>;
  /** What a group is worth beside the others while several wait, and how many items of one of its lanes a batch holds at most. */
  groups: Readonly<Record<Group, { weight: number; laneMax: number }>>;
  batchMax: number;
  /** Cost of a batch. One item that alone costs more is a batch. */
  batchCostMax: number;
  /** The same for the part of one lane. */
  laneCostMax: number;
  /** What a lane gets with each turn: about what an ordinary item costs. One that costs more takes several turns. */
  turnCost: number;
};

export type FairQueue<Item> = {
  add: (item: Item) => void;
  /** The next batch; empty only where nothing waits. */
  takeBatch: () => Item[];
  /** Everything that waits, lane by lane. */
  takeAll: () => Item[];
  size: () => number;
  /** Lanes in which something waits: nothing is kept of the others. */
  laneCount: () => number;
};

type Entry<Item> = { item: Item; cost: number; sequence: string | undefined };
type Lane<Item> = { key: string; entries: Entry<Item>[]; credit: number };
/** Its lanes in the order of their turns. */
type Members<Item> = { weight: number; laneMax: number; lanes: Map<string, Lane<Item>>; credit: number };
type Part = { count: number; cost: number };

/**
 * A queue that is emptied in batches, by turns: first among groups by their weight, then among the lanes of a group. A lane that
 * has much to do waits behind itself and not before the others. Nothing is reserved: a lane that waits alone fills its batches.
 *
 * It is deficit round robin on both levels, as of Shreedhar and Varghese, "Efficient fair queueing using deficit round robin"
 * (1996), in the variant where credit may be overdrawn.
 */
export const createFairQueue = <Item, Group extends string>(
  options: FairQueueOptions<Item, Group>,
): FairQueue<Item> => {
  const waiting: Waiting<Item> = {
    groups: createGroups(options),
    sequences: new Map(),
    size: 0,
    turnCost: options.turnCost,
  };
  return {
    add: (item) => addItem(waiting, item, options.placeOf(item)),
    takeBatch: () => takeBatch(waiting, options),
    takeAll: () => {
      const all = [...waiting.groups.values()].flatMap(({ lanes }) => [...lanes.values()]);
      for (const { lanes } of waiting.groups.values()) lanes.clear();
      waiting.sequences.clear();
      waiting.size = 0;
      return all.flatMap(({ entries }) => entries.map(({ item }) => item));
    },
    size: () => waiting.size,
    laneCount: () => [...waiting.groups.values()].reduce((sum, { lanes }) => sum + lanes.size, 0),
  };
};

type Waiting<Item> = {
  groups: ReadonlyMap<string, Members<Item>>;
  /** Where the items of each sequence wait, and how many do. */
  sequences: Map<string, Turn<Item> & { count: number }>;
  size: number;
  turnCost: number;
};
type Turn<Item> = { members: Members<Item>; lane: Lane<Item> };

const createGroups = <Item, Group extends string>({
  groups,
}: Pick<FairQueueOptions<Item, Group>, 'groups'>): Map<string, Members<Item>> =>
  new Map(
    Object.entries<Pick<Members<Item>, 'weight' | 'laneMax'>>(groups).map(([name, rule]) => [
      name,
      { ...rule, lanes: new Map(), credit: 0 },
    ]),
  );

const addItem = <Item>(waiting: Waiting<Item>, item: Item, place: FairPlace<string>): void => {
  const { sequence, cost } = place;
  const before = sequence === undefined ? undefined : waiting.sequences.get(sequence);
  const { members, lane } = before ?? findLane(waiting, place);
  if (before) before.count += 1;
  else if (sequence !== undefined) waiting.sequences.set(sequence, { members, lane, count: 1 });
  lane.entries.push({ item, cost, sequence });
  waiting.size += 1;
};

const findLane = <Item>({ groups }: Waiting<Item>, { group, lane: key }: FairPlace<string>): Turn<Item> => {
  const members = groups.get(group);
  if (!members) throw new RangeError(`no group ${group}`);
  const lane = members.lanes.get(key) ?? { key, entries: [], credit: 0 };
  members.lanes.set(key, lane);
  return { members, lane };
};

const takeBatch = <Item>(
  waiting: Waiting<Item>,
  {
    batchMax,
    batchCostMax,
    laneCostMax,
  }: Pick<FairQueueOptions<Item, never>, 'batchMax' | 'batchCostMax' | 'laneCostMax'>,
): Item[] => {
  const batch: Item[] = [];
  const parts = new Map<Lane<Item>, Part>();
  let batchCost = 0;
  const isFull: IsFull<Item> = ({ laneMax }, lane) => {
    const part = parts.get(lane);
    return part !== undefined && (part.count >= laneMax || part.cost + firstCost(lane) > laneCostMax);
  };
  while (batch.length < batchMax) {
    const turn = nextTurn(waiting, isFull);
    if (!turn || (batch.length > 0 && batchCost + firstCost(turn.lane) > batchCostMax)) break;
    const entry = takeFirst(waiting, turn);
    if (!entry) break;
    const part = parts.get(turn.lane) ?? { count: 0, cost: 0 };
    parts.set(turn.lane, { count: part.count + 1, cost: part.cost + entry.cost });
    batchCost += entry.cost;
    batch.push(entry.item);
  }
  return batch;
};

const firstCost = <Item>({ entries }: Lane<Item>): number => entries[0]?.cost ?? 0;

const takeFirst = <Item>(waiting: Waiting<Item>, { members, lane }: Turn<Item>): Entry<Item> | undefined => {
  const entry = lane.entries.shift();
  if (!entry) return undefined;
  lane.credit -= entry.cost;
  members.credit -= entry.cost;
  waiting.size -= 1;
  if (lane.entries.length === 0) members.lanes.delete(lane.key);
  const sequence = entry.sequence === undefined ? undefined : waiting.sequences.get(entry.sequence);
  if (entry.sequence === undefined || !sequence) return entry;
  sequence.count -= 1;
  if (sequence.count === 0) waiting.sequences.delete(entry.sequence);
  return entry;
};

type IsFull<Item> = (members: Members<Item>, lane: Lane<Item>) => boolean;

/** The lane whose turn it is in the group whose turn it is; `undefined` where each has its part of the batch. */
const nextTurn = <Item>({ groups, turnCost }: Waiting<Item>, isFull: IsFull<Item>): Turn<Item> | undefined => {
  const open: Members<Item>[] = [];
  for (const members of groups.values()) {
    if (members.lanes.size === 0) members.credit = 0;
    if (hasOpenLane(members, isFull)) open.push(members);
  }
  // Each round gives credit to all of them, so that one has some in the end.
  while (open.length > 0) {
    const members = open.find(({ credit }) => credit > 0);
    const lane = members && nextLane(members, isFull, turnCost);
    if (lane) return { members, lane };
    for (const one of open) one.credit += one.weight * turnCost;
  }
  return undefined;
};

const hasOpenLane = <Item>(members: Members<Item>, isFull: IsFull<Item>): boolean => {
  for (const lane of members.lanes.values()) if (!isFull(members, lane)) return true;
  return false;
};

/** A lane without credit gets some and goes behind the others, where the loop comes to it again. */
const nextLane = <Item>(members: Members<Item>, isFull: IsFull<Item>, turnCost: number): Lane<Item> | undefined => {
  for (const lane of members.lanes.values()) {
    if (isFull(members, lane)) continue;
    if (lane.credit > 0) return lane;
    lane.credit += turnCost;
    members.lanes.delete(lane.key);
    members.lanes.set(lane.key, lane);
  }
  return undefined;
};
