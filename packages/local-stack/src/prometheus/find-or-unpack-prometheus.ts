import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorCode } from '../files/error-code.js';
import { runCommand } from '../processes/run-command.js';
import { type AptLists, fetchLists, systemLists } from '../rabbitmq/apt.js';
import { openCacheDir } from '../rabbitmq/cache-dir.js';

/** Paths of the two programs. */
export type PrometheusInstallation = { prometheus: string; promtool: string };

/**
 * Prometheus for checks of rules and queries: the one on the PATH, else the distribution's own package, unpacked into the
 * cache directory without root (19 MB, once).
 * @throws Error with apt's own words when the package is not to be had
 */
export const findOrUnpackPrometheus = async (options: {
  env: NodeJS.ProcessEnv;
  dataDir: string;
}): Promise<PrometheusInstallation> => {
  const installed = findOnPath(options.env['PATH'] ?? '');
  if (installed) return installed;
  const cacheDir = openCacheDir(options.env, options.dataDir);
  const target = join(cacheDir, `prometheus-${process.arch}`);
  if (!existsSync(target)) await unpackInto(cacheDir, target);
  return programsIn(join(target, 'usr/bin'));
};

const programsIn = (directory: string): PrometheusInstallation => ({
  prometheus: join(directory, 'prometheus'),
  promtool: join(directory, 'promtool'),
});

const findOnPath = (path: string): PrometheusInstallation | undefined =>
  path
    .split(':')
    .map(programsIn)
    .find(({ prometheus, promtool }) => existsSync(prometheus) && existsSync(promtool));

/** The directory appears under its final name when it is whole. */
const unpackInto = async (cacheDir: string, target: string): Promise<void> => {
  const workDir = mkdtempSync(join(cacheDir, 'unpacking-'));
  try {
    const debs = join(workDir, 'debs');
    mkdirSync(debs);
    await downloadWithFreshLists(workDir, debs);
    const root = join(workDir, 'root');
    for (const deb of readdirSync(debs)) await runCommand('dpkg', ['--extract', join(debs, deb), root]);
    renameSync(root, target);
  } catch (error) {
    // A concurrent unpack was first: its copy is as good.
    if (!isErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
};

/** The system's lists may be empty, or older than the archive: then lists of our own. */
const downloadWithFreshLists = async (workDir: string, debs: string): Promise<void> => {
  try {
    await download(systemLists, debs);
  } catch {
    await download(await fetchLists(join(workDir, 'apt')), debs);
  }
};

const download = (lists: AptLists, directory: string): Promise<string> =>
  runCommand('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...lists, 'download', 'prometheus'], {
    cwd: directory,
    timeoutMs: 10 * 60_000,
  });
