import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Chromium, unpackChromium } from './unpack-chromium.js';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const run = promisify(execFile);

/** `CHROMIUM_PATH`, else an installed one that starts, else the one that came from npm. */
export const findChromium = async (): Promise<Chromium> => {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return { executablePath: given, env: {} };
  const installed = await findInstalled();
  return installed === undefined ? unpackChromium() : { executablePath: installed, env: {} };
};

const findInstalled = async (): Promise<string | undefined> => {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const places = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  for (const place of places) if (await starts(place)) return place;
  return undefined;
};

const startTimeoutMs = 10_000;

/** The file may be a script that only says how to install the browser. */
const starts = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    await run(path, ['--version'], { timeout: startTimeoutMs });
    return true;
  } catch {
    return false;
  }
};
