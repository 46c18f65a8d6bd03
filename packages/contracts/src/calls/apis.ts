import type { Calls, NamedSchemas } from './call.js';
import { courierCalls } from './courier-calls.js';
import { courierSchemas } from './courier-schemas.js';
import { merchantCalls } from './merchant-calls.js';
import { merchantSchemas } from './merchant-schemas.js';
import { operatorCalls } from './operator-calls.js';
import { operatorSchemas } from './operator-schemas.js';
import { platformCalls } from './platform-calls.js';
import { platformSchemas } from './platform-schemas.js';
import type { ApiName } from './problem-meanings.js';

/** The calls of each HTTP API, and the schemas that they name. */
export const apis: Readonly<Record<ApiName, { calls: Calls; schemas: NamedSchemas }>> = {
  merchant: { calls: merchantCalls, schemas: merchantSchemas },
  platform: { calls: platformCalls, schemas: platformSchemas },
  courier: { calls: courierCalls, schemas: courierSchemas },
  operator: { calls: operatorCalls, schemas: operatorSchemas },
};
