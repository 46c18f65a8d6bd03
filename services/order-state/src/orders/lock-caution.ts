import type { Logger } from '@delivery/service-kit';

/**
 * Whether somebody holds rows for longer than is waited for them: a forgotten session, a process that hangs. While it is on,
 * such rows are looked for before they are asked for, and events leave their windows to the relay: the wait is paid once.
 */
export type LockCaution = {
  isOn: () => boolean;
  /** A row was met that is held. */
  raise: () => void;
};

/** From the last such row on. */
const cautionMs = 10_000;

export const createLockCaution = (logger: Pick<Logger, 'warn' | 'info'>): LockCaution => {
  let timer: NodeJS.Timeout | undefined;
  return {
    isOn: () => timer !== undefined,
    raise: () => {
      if (timer) return void timer.refresh();
      logger.warn({}, 'database.rows_locked');
      timer = setTimeout(() => {
        timer = undefined;
        logger.info({}, 'database.rows_free');
      }, cautionMs);
      timer.unref();
    },
  };
};
