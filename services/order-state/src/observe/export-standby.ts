import type { Standby } from '@delivery/postgres';
import { gauge, type Registry } from '@delivery/service-kit';

/** Without `DATABASE_READ_URL` neither has a series. */
export const exportStandby = (registry: Registry, standby: Standby | undefined): void => {
  gauge(registry, {
    name: 'order_state_standby_used',
    help: '1 while reads that may be late go to the standby of DATABASE_READ_URL, 0 while all go to the primary.',
    collect: (self) => {
      if (standby) self.set(Number(standby.fault() === undefined));
      else self.remove();
    },
  });
  gauge(registry, {
    name: 'order_state_standby_lag_seconds',
    help: 'How old what the standby shows may be: since the newest look at the primary that it has replayed, of which there are two a second.',
    collect: (self) => {
      const lagMs = standby?.lagMs();
      if (lagMs === undefined) self.remove();
      else self.set(lagMs / 1_000);
    },
  });
};
