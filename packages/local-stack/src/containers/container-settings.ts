import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import { randomSecret } from '../files/random-secret.js';

const settingsSchema = z.object({
  /** The volume was made with it: a new one would not open it. */
  password: z.string(),
  /** Of the host. Absent before they were chosen. */
  ports: z.array(z.number()).default([]),
});
export type ContainerSettings = z.infer<typeof settingsSchema>;

/** The settings of a server's container, kept in its directory; undefined before its first start. */
export const readContainerSettings = (directory: string): ContainerSettings | undefined =>
  settingsSchema.optional().parse(readKeptJson(pathIn(directory)));

export const keepContainerSettings = (directory: string, settings: ContainerSettings): void =>
  keepJson(pathIn(directory), settings);

export const newContainerSettings = (): ContainerSettings => ({ password: randomSecret(), ports: [] });

const pathIn = (directory: string): string => join(directory, 'container.json');
