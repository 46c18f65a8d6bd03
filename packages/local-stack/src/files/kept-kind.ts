import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from './error-code.js';
import { keepJson, readKeptJson } from './kept-json.js';

/** The kind of server that `STACK` asks for; undefined: the start chooses. */
export const wantedKind = (stack: string | undefined): 'container' | undefined =>
  stack === 'containers' ? 'container' : undefined;

const keptSchema = z.object({ kind: z.string() }).optional();

/**
 * Starts a server of the kind that wrote the data in its directory: another kind would begin with no data, or damage them.
 * The first start that succeeds decides. `start` is given undefined where the choice is its own.
 * @throws Error that says which kind holds the data when that one cannot be started, or when another one is wanted
 */
export const startAsKept = async <Kind extends string, Running extends { kind: Kind | 'external' }>(
  directory: string,
  { kinds, wanted }: { kinds: readonly Kind[]; wanted: Kind | undefined },
  start: (kind: Kind | undefined) => Promise<Running>,
): Promise<Running> => {
  const path = join(directory, 'kind.json');
  const kept = keptSchema.parse(readKeptJson(path))?.kind;
  if (kept === undefined) {
    const running = await start(wanted);
    keepJson(path, { kind: running.kind });
    return running;
  }
  const advice = 'set DATA_DIR to another directory, or delete this one to start empty';
  const kind = kinds.find((one) => one === kept);
  if (kind === undefined || (wanted !== undefined && wanted !== kind)) {
    throw new Error(
      `the data in ${directory} are of a server of kind "${kept}", not "${wanted ?? kinds.join('" or "')}": ${advice}`,
    );
  }
  try {
    return await start(kind);
  } catch (error) {
    const reason = `the data in ${directory} are of a server of kind "${kept}", which does not start: ${messageOf(error)}`;
    throw new Error(`${reason}. Fix that, or ${advice}`, { cause: error });
  }
};
