import type { ContainerRuntimeClient } from 'testcontainers';

const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/**
 * The container engine of this machine, as testcontainers finds it; undefined if none answers: a docker command without
 * an engine is common. Testcontainers only finds the engine here. It does not run containers, because it publishes
 * ports on every address, kills the containers that it stops, and needs another image to clean up after a killed
 * process.
 */
export const findEngine = async (): Promise<ContainerRuntimeClient | undefined> => {
  // Loaded on demand: no other way of running needs it, and it is large.
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    return await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
};

/** @throws Error where there is none, or where its containers' loopback is not this machine's */
export const connectEngine = async (): Promise<ContainerRuntimeClient> => {
  const engine = await findEngine();
  if (!engine) throw new Error('no container engine answers');
  const { host } = engine.info.containerRuntime;
  if (!loopbackHosts.includes(host)) {
    throw new Error(
      `its containers are on ${host}; if that is this machine, set TESTCONTAINERS_HOST_OVERRIDE=localhost`,
    );
  }
  return engine;
};

const pullLimitMs = 10 * 60_000;

/**
 * Pulls an image unless the engine has it.
 * @throws Error when the engine does not get it
 */
export const provideImage = async (
  engine: ContainerRuntimeClient,
  image: string,
  log: (line: string) => void,
): Promise<void> => {
  const { ImageName } = await import('testcontainers');
  const name = ImageName.fromString(image);
  if (await engine.image.exists(name)) return;
  log(`pulling ${image}`);
  await within(pullLimitMs, engine.image.pull(name));
  // The engine may report a failure in the stream of its progress, which is not read.
  if (!(await engine.image.exists(name))) throw new Error(`${image} could not be pulled`);
};

const within = async (limitMs: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not pulled within ${limitMs / 60_000} minutes`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
