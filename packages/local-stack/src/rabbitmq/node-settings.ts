import { join } from 'node:path';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import { randomSecret } from '../files/random-secret.js';

/** The settings that a private node keeps between starts, readable by its owner alone. */
export type NodeSettings = { password: string; cookie: string; ports: readonly number[] };

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
  parseSettings(readKeptJson(settingsPath(home))) ?? { password: randomSecret(), cookie: randomSecret(), ports: [] };

export const keepSettings = (home: string, settings: NodeSettings): void => keepJson(settingsPath(home), settings);

const settingsPath = (home: string): string => join(home, 'settings.json');

const parseSettings = (value: unknown): NodeSettings | undefined => {
  if (typeof value !== 'object' || value === null || !('password' in value && 'cookie' in value && 'ports' in value)) {
    return undefined;
  }
  const { password, cookie, ports } = value;
  if (typeof password !== 'string' || typeof cookie !== 'string' || !Array.isArray(ports)) return undefined;
  return { password, cookie, ports: ports.filter((port) => typeof port === 'number') };
};
