import type { ContainerRuntimeClient } from 'testcontainers';
import { z } from 'zod';
import { isStatusCode } from '../files/error-code.js';
import { createRunRecords } from '../files/kept-json.js';
import { identitySchema, isSame, type ProcessIdentity } from '../processes/process-identity.js';
import { findEngine } from './engine.js';

/** Stops a container, by name or id, with time to do it properly, and removes it. Nothing where there is none. */
export const endContainer = async (
  engine: ContainerRuntimeClient,
  nameOrId: string,
  stopGraceMs: number,
): Promise<void> => {
  const container = engine.container.getById(nameOrId);
  await unlessMissing(container.stop({ t: Math.ceil(stopGraceMs / 1_000) }));
  await unlessMissing(container.remove({ v: true, force: true }));
};

/** Docker answers 304 where the container is stopped already, 404 where it is gone, 409 where it is being removed. */
const unlessMissing = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isStatusCode(error, 304, 404, 409)) throw error;
  }
};

/**
 * Ends the containers of one supervisor, dead or dying.
 * @returns their names
 */
export const endContainersOf = async (dataDir: string, supervisor: ProcessIdentity): Promise<string[]> => {
  const own = containerRecords.readAll(dataDir).filter((record) => isSame(record.supervisor, supervisor));
  const engine = own.length > 0 ? await findEngine() : undefined;
  if (!engine) return [];
  await Promise.all(own.map(({ id, stopGraceMs }) => endContainer(engine, id, stopGraceMs)));
  for (const { name, id } of own) {
    // A new run may have written its own record under the same name meanwhile.
    if (containerRecords.readAll(dataDir).some((record) => record.id === id)) containerRecords.remove(dataDir, name);
  }
  return own.map(({ name }) => name);
};

export const containerRecords = createRunRecords(
  'containers',
  z.object({
    /** The engine's: it is never used again, unlike a name. */
    id: z.string(),
    name: z.string(),
    supervisor: identitySchema,
    stopGraceMs: z.number(),
  }),
);
