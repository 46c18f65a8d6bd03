import { describe, expect, it } from '@jest/globals';
import { problemStatuses } from '@delivery/contracts';
import { buildMerchantApi } from '../build-merchant-api.js';
import { buildOperatorApi } from '../build-operator-api.js';
import { type Json, type JsonObject, memberOf, membersOf, resolveRef } from '../json.js';

const documents: [string, JsonObject][] = [
  ['merchant', buildMerchantApi()],
  ['operator', buildOperatorApi()],
];

const operationsOf = (document: JsonObject): Json[] =>
  membersOf(memberOf(document, 'paths')).flatMap(([, methods]) => membersOf(methods).map(([, operation]) => operation));

describe.each(documents)('the %s API', (_name, document) => {
  it('answers each documented code with the status that the services answer it with', () => {
    for (const operation of operationsOf(document)) {
      for (const [status, response] of membersOf(memberOf(operation, 'responses'))) {
        const content = memberOf(memberOf(resolveRef(document, response), 'content'), 'application/problem+json');
        for (const [code] of membersOf(memberOf(content, 'examples'))) {
          expect([code, Number(status)]).toEqual([code, problemStatuses[code as keyof typeof problemStatuses]]);
        }
      }
    }
  });

  it('tells for each call when to try again', () => {
    for (const operation of operationsOf(document)) {
      const response = resolveRef(document, memberOf(memberOf(operation, 'responses'), '503'));
      expect(memberOf(response, 'headers')).toHaveProperty('Retry-After');
    }
  });
});
