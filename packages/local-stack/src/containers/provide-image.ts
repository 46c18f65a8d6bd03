import type { ContainerRuntimeClient } from 'testcontainers';

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
