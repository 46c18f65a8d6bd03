import { join } from 'node:path';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import { randomSecret } from '../files/random-secret.js';

/** The password that a container's volume was made with: a new one would not open it. */
export const keptPassword = (directory: string): string => {
  const path = join(directory, 'container.json');
  const kept = readKeptJson(path);
  if (typeof kept === 'object' && kept !== null && 'password' in kept && typeof kept.password === 'string') {
    return kept.password;
  }
  const password = randomSecret();
  keepJson(path, { password });
  return password;
};
