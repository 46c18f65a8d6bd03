import { type HeaderName, headers } from '@delivery/contracts/calls';
import type { JsonObject } from '../json.js';

export const headerComponents = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

export const headerRefs = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const headerNames = Object.keys(headers).filter((name): name is HeaderName => name in headers);
