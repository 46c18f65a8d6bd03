import type { EndpointView } from '@delivery/contracts';
import { text } from '../text/index.js';

export type NamedEndpoint = Pick<EndpointView, 'name' | 'url'>;

/** As its merchant calls it, else where it is. */
export const endpointName = ({ name, url }: NamedEndpoint): string => name ?? url ?? text().orders.pull;
