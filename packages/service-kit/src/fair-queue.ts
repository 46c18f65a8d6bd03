/** How an item waits. */
export type FairItem<Group extends string> = {
  group: Group;
  /** Whose turn the item takes, for instance a merchant's id. */
  flow: string;
  /** Items of one sequence leave as they came: while one of them waits, the next one waits behind it, in its flow. */
  sequence?: string | undefined;
  /** The cost of handling it, for instance its bytes. */
  cost: number;
};

export type FairQueueOptions<Item, Group extends string> = {
  flowOf: (item: Item) => FairItem<Group>;
  /** A group's weight while several groups wait, and how many items of one of its flows a batch holds at most. */
  groups: Readonly<Record<Group, { weight: number; flowMax: number }>>;
  batchMax: number;
  /** Cost of a batch. One item that alone costs more is a batch. */
  batchCostMax: number;
  /** Cost of one flow's part of a batch. */
  flowCostMax: number;
  /**
   * The cost that a flow may use per turn: about the cost of an ordinary item. An item that costs more takes several
   * turns.
   */
  turnCost: number;
};

export type FairQueue<Item> = {
  add: (item: Item) => void;
  /** The next batch; empty only where nothing waits. */
  takeBatch: () => Item[];
  /** Everything that waits, flow by flow. */
  takeAll: () => Item[];
  size: () => number;
  /** Flows in which something waits: nothing is kept of the others. */
  flowCount: () => number;
};

type Entry<Item> = { item: Item; cost: number; sequence: string | undefined };
type Flow<Item> = { key: string; entries: Entry<Item>[]; credit: number };
/** Its flows in the order of their turns. */
type Members<Item> = { weight: number; flowMax: number; flows: Map<string, Flow<Item>>; credit: number };
type Part = { count: number; cost: number };

/**
 * A queue that is emptied in batches, by turns: first among groups by their weight, then among the flows of a group. A
 * flow that has much to do waits behind itself and not before the others. Nothing is reserved: a flow that waits alone
 * fills its batches.
 *
 * It is deficit round robin on both levels, as of Shreedhar and Varghese, "Efficient fair queueing using deficit round
 * robin" (1996), in the variant where credit may be overdrawn.
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
    add: (item) => addItem(waiting, item, options.flowOf(item)),
    takeBatch: () => takeBatch(waiting, options),
    takeAll: () => {
      const all = [...waiting.groups.values()].flatMap(({ flows }) => [...flows.values()]);
      for (const { flows } of waiting.groups.values()) flows.clear();
      waiting.sequences.clear();
      waiting.size = 0;
      return all.flatMap(({ entries }) => entries.map(({ item }) => item));
    },
    size: () => waiting.size,
    flowCount: () => [...waiting.groups.values()].reduce((sum, { flows }) => sum + flows.size, 0),
  };
};

type Waiting<Item> = {
  groups: ReadonlyMap<string, Members<Item>>;
  /** Where the items of each sequence wait, and how many do. */
  sequences: Map<string, Turn<Item> & { count: number }>;
  size: number;
  turnCost: number;
};
type Turn<Item> = { members: Members<Item>; flow: Flow<Item> };

const createGroups = <Item, Group extends string>({
  groups,
}: Pick<FairQueueOptions<Item, Group>, 'groups'>): Map<string, Members<Item>> =>
  new Map(
    Object.entries<Pick<Members<Item>, 'weight' | 'flowMax'>>(groups).map(([name, rule]) => [
      name,
      { ...rule, flows: new Map(), credit: 0 },
    ]),
  );

const addItem = <Item>(waiting: Waiting<Item>, item: Item, flowItem: FairItem<string>): void => {
  const { sequence, cost } = flowItem;
  const before = sequence === undefined ? undefined : waiting.sequences.get(sequence);
  const { members, flow } = before ?? findFlow(waiting, flowItem);
  if (before) before.count += 1;
  else if (sequence !== undefined) waiting.sequences.set(sequence, { members, flow, count: 1 });
  flow.entries.push({ item, cost, sequence });
  waiting.size += 1;
};

const findFlow = <Item>({ groups }: Waiting<Item>, { group, flow: key }: FairItem<string>): Turn<Item> => {
  const members = groups.get(group);
  if (!members) throw new RangeError(`unknown group ${group}`);
  const flow = members.flows.get(key) ?? { key, entries: [], credit: 0 };
  members.flows.set(key, flow);
  return { members, flow };
};

const takeBatch = <Item>(
  waiting: Waiting<Item>,
  {
    batchMax,
    batchCostMax,
    flowCostMax,
  }: Pick<FairQueueOptions<Item, never>, 'batchMax' | 'batchCostMax' | 'flowCostMax'>,
): Item[] => {
  const batch: Item[] = [];
  const parts = new Map<Flow<Item>, Part>();
  let batchCost = 0;
  const isFull: IsFull<Item> = ({ flowMax }, flow) => {
    const part = parts.get(flow);
    return part !== undefined && (part.count >= flowMax || part.cost + firstCost(flow) > flowCostMax);
  };
  while (batch.length < batchMax) {
    const turn = nextTurn(waiting, isFull);
    if (!turn || (batch.length > 0 && batchCost + firstCost(turn.flow) > batchCostMax)) break;
    const entry = takeFirst(waiting, turn);
    if (!entry) break;
    const part = parts.get(turn.flow) ?? { count: 0, cost: 0 };
    parts.set(turn.flow, { count: part.count + 1, cost: part.cost + entry.cost });
    batchCost += entry.cost;
    batch.push(entry.item);
  }
  return batch;
};

const firstCost = <Item>({ entries }: Flow<Item>): number => entries[0]?.cost ?? 0;

const takeFirst = <Item>(waiting: Waiting<Item>, { members, flow }: Turn<Item>): Entry<Item> | undefined => {
  const entry = flow.entries.shift();
  if (!entry) return undefined;
  flow.credit -= entry.cost;
  members.credit -= entry.cost;
  waiting.size -= 1;
  if (flow.entries.length === 0) members.flows.delete(flow.key);
  const sequence = entry.sequence === undefined ? undefined : waiting.sequences.get(entry.sequence);
  if (entry.sequence === undefined || !sequence) return entry;
  sequence.count -= 1;
  if (sequence.count === 0) waiting.sequences.delete(entry.sequence);
  return entry;
};

type IsFull<Item> = (members: Members<Item>, flow: Flow<Item>) => boolean;

/** The flow whose turn it is in the group whose turn it is; `undefined` where each has its part of the batch. */
const nextTurn = <Item>({ groups, turnCost }: Waiting<Item>, isFull: IsFull<Item>): Turn<Item> | undefined => {
  const open = new Map<Members<Item>, Flow<Item>[]>();
  for (const members of groups.values()) {
    if (members.flows.size === 0) members.credit = 0;
    const flows = [...members.flows.values()].filter((flow) => !isFull(members, flow));
    if (flows.length > 0) open.set(members, flows);
  }
  const members = withCredit([...open.keys()], ({ weight }) => weight * turnCost);
  const flow = members && withCredit(open.get(members) ?? [], () => turnCost);
  return members && flow && { members, flow };
};

/** The first with credit. Where none has any, all get theirs for as many rounds as it takes until one has. */
const withCredit = <One extends { credit: number }>(
  all: readonly One[],
  creditOf: (one: One) => number,
): One | undefined => {
  const first = all.find(({ credit }) => credit > 0);
  if (first || all.length === 0) return first;
  const rounds = Math.min(...all.map((one) => Math.floor(-one.credit / creditOf(one)) + 1));
  for (const one of all) one.credit += rounds * creditOf(one);
  return all.find(({ credit }) => credit > 0);
};
