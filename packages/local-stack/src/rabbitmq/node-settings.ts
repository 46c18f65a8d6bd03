import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import { randomSecret } from '../files/random-secret.js';

/** The settings that a private node keeps between starts, readable by its owner alone. */
const settingsSchema = z.object({ password: z.string(), cookie: z.string(), ports: z.array(z.number()) });
export type NodeSettings = z.infer<typeof settingsSchema>;

export type NodePorts = { amqp: number; dist: number; epmd: number; management: number; prometheus: number };

export const nodePortCount = 5;

export const namePorts = ([
  amqp = 0,
  dist = 0,
  epmd = 0,
  management = 0,
  prometheus = 0,
]: readonly number[]): NodePorts => ({
  amqp,
  dist,
  epmd,
  management,
  prometheus,
});

export const loadSettings = (home: string): NodeSettings =>
  settingsSchema.optional().parse(readKeptJson(settingsPath(home))) ?? {
    password: randomSecret(),
    cookie: randomSecret(),
    ports: [],
  };

export const keepSettings = (home: string, settings: NodeSettings): void => keepJson(settingsPath(home), settings);

const settingsPath = (home: string): string => join(home, 'settings.json');
