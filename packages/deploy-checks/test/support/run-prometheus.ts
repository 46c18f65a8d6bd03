import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stringify } from 'yaml';
import type { PrometheusInstallation } from '@delivery/local-stack';
import { rulesPath } from './queries.js';

export type Target = { job: string; url: string; params?: Record<string, string[]> };
export type RunningPrometheus = {
  /** @throws Prometheus' error on the query */
  query: (expr: string) => Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
  stop: () => Promise<void>;
};

/** Prometheus over these targets and the deployed rules, on a free port. It ends with its standard input's reader. */
export const runPrometheus = async (
  { prometheus }: PrometheusInstallation,
  targets: readonly Target[],
): Promise<RunningPrometheus> => {
  const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const port = await findFreePort();
  writeFileSync(join(directory, 'prometheus.yml'), stringify(configOf(targets)));
  const child = spawn(
    prometheus,
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const exited = once(child, 'exit');
  await Promise.race([
    waitForLine(child.stderr, /Server is ready to receive web requests/),
    exited.then(() => Promise.reject(new Error('prometheus ended at once'))),
  ]);
  return {
    query: (expr) => query(`http://127.0.0.1:${port}/api/v1/query`, expr),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', killOnExit);
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const configOf = (targets: readonly Target[]) => ({
  global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
  rule_files: [rulesPath],
  scrape_configs: targets.map(({ job, url, params }) => ({
    job_name: job,
    metrics_path: new URL(url).pathname,
    ...(params ? { params } : {}),
    static_configs: [{ targets: [new URL(url).host] }],
  })),
});

const waitForLine = (stream: NodeJS.ReadableStream, pattern: RegExp): Promise<void> =>
  new Promise((resolve) => {
    createInterface({ input: stream }).on('line', (line) => {
      if (pattern.test(line)) resolve();
    });
  });

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const query = async (url: string, expr: string) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ query: expr }) });
  const body = (await answer.json()) as {
    error?: string;
    data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  if (!body.data) throw new Error(`${expr}: ${body.error ?? answer.statusText}`);
  return body.data.result;
};
