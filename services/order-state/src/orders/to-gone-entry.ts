import type { SearchResult } from '@delivery/contracts';
import type { GoneOrder } from './rules/gone-order.js';

/** As a search shows it. */
export const toGoneEntry = ({ id, goneOn }: GoneOrder): SearchResult['gone'][number] => ({ id, gone_on: goneOn });
