import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createExplorer, type Explorer, type Schedule, toScript } from './explorer.js';
import { sceneNames } from './scenes.js';
import { transactions } from './transactions.js';

/** `all`; one schedule of so many, as a number; or the beginning of scripts, see `toScript`. Without it, a selection. */
const wanted = process.env['EXPLORE'];
/** Pairs that a fault was found by, of this code or of a fix that was taken out: `<scene>/<first>/<second>`. */
const selectedPairs = [
  'a retry is due later/apply/settle a failure',
  'one webhook waits behind another/mark published/settle',
  'an order is late/tell times/change the time',
  'a message of a pull endpoint is taken/apply/expire parked',
  'the probe of an open breaker goes out/drop a day/drop a day',
];
/** Besides, the selection takes the first transactions in turns of so many, and one schedule of so many. */
const [firstTurns, selectedOf] = [7, 83];
/** Scenes that are explored at once, each in a database of its own: while one waits for Postgres another computes. */
const laneCount = 2;

/** The schedules of a scene that this run explores. */
const listWanted = async (explorer: Explorer, sceneName: string): Promise<Schedule[]> => {
  if (wanted === undefined) return listSelected(explorer, sceneName);
  const [ofScene, ofFirst] = wanted.split('/');
  if (ofFirst !== undefined) {
    if (ofScene !== sceneName) return [];
    const schedules = await explorer.list(sceneName, (name) => name.startsWith(ofFirst));
    return schedules.filter((schedule) => toScript(schedule).startsWith(wanted));
  }
  const oneOf = wanted === 'all' ? 1 : Number(wanted);
  if (!Number.isInteger(oneOf)) throw new Error(`EXPLORE is 'all', a number or a script, and not '${wanted}'`);
  const all = await explorer.list(sceneName, () => true);
  return all.filter((_schedule, index) => index % oneOf === 0);
};

const listSelected = async (explorer: Explorer, sceneName: string): Promise<Schedule[]> => {
  const turn = sceneNames.indexOf(sceneName) % firstTurns;
  const isInTurn = (name: string): boolean => transactions.findIndex((one) => one.name === name) % firstTurns === turn;
  const isNamed = (name: string): boolean => selectedPairs.some((pair) => pair.startsWith(`${sceneName}/${name}/`));
  const schedules = await explorer.list(sceneName, (name) => isInTurn(name) || isNamed(name));
  return schedules.filter(
    ({ first, second }, index) =>
      selectedPairs.includes([sceneName, first.name, second.name].join('/')) || index % selectedOf === 0,
  );
};

/** @returns the faults, each with the script that finds it again */
const explore = async (explorer: Explorer, sceneName: string): Promise<string[]> => {
  const schedules = await listWanted(explorer, sceneName);
  const faults: string[] = [];
  const beganAt = performance.now();
  for (const [index, schedule] of schedules.entries()) {
    const fault = await explorer.run(schedule);
    if (fault !== undefined) {
      faults.push(`EXPLORE='${toScript(schedule)}' npm run explore: ${fault}`);
      tell(faults.at(-1) ?? '');
    }
    if ((index + 1) % 500 === 0) tell(`${sceneName}: ${index + 1} of ${schedules.length}`);
  }
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(0);
  tell(`${sceneName}: ${schedules.length} schedules in ${seconds} s, ${faults.length} with a fault`);
  return faults;
};

const tell = (line: string): void => {
  if (wanted !== undefined) process.stderr.write(`${line}\n`);
};

const explorers: Explorer[] = [];
const explored = new Map<string, Promise<string[]>>();
beforeAll(async () => {
  for (let lane = 0; lane < laneCount; lane += 1) {
    const explorer = await createExplorer();
    explorers.push(explorer);
    let last: Promise<unknown> = Promise.resolve();
    for (const sceneName of sceneNames.filter((_name, index) => index % laneCount === lane)) {
      const faults = last.then(() => explore(explorer, sceneName)).catch((error: unknown) => [String(error)]);
      explored.set(sceneName, faults);
      last = faults;
    }
  }
});
afterAll(async () => {
  for (const explorer of explorers) await explorer.close();
});

describe('Two transactions of the ledger, one of which stops while the other runs', () => {
  it.each(sceneNames)(
    '[P5] leave each webhook to its end, in its order, where %s',
    async (sceneName) => {
      expect(await explored.get(sceneName)).toEqual([]);
    },
    3_600_000,
  );
});
