import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorCode } from '../files/error-code.js';
import { download, extract, fetchLists, openCacheDir, systemLists } from '../rabbitmq/apt.js';

/** Paths of the two programs. */
export type PrometheusInstallation = { prometheus: string; promtool: string };

/**
 * Prometheus for checks of rules and queries: the one on the PATH, else the distribution's own package, unpacked into
 * the cache directory without root (19 MB, once).
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
    const [debs, root] = [join(workDir, 'debs'), join(workDir, 'root')];
    await downloadWithFreshLists(workDir, debs);
    await extract(debs, root);
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
    await download(systemLists, ['prometheus'], debs);
  } catch {
    await download(await fetchLists(join(workDir, 'apt')), ['prometheus'], debs);
  }
};
