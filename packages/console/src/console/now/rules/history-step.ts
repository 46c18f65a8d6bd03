import type { History } from '@delivery/contracts';

export type HistoryStep = History['data'][number];
