import { describe, expect, it } from '@jest/globals';
import { addSamples } from './add-samples.js';
import { buildMerchantApi } from './build-merchant-api.js';
import { buildOperatorApi } from './build-operator-api.js';
import { type JsonObject, listAt, memberOf, membersOf, textAt } from './json.js';

/** The id of each call, with its samples by language. */
const samplesIn = (document: JsonObject): [id: string, samples: Map<string, string>][] =>
  membersOf(memberOf(document, 'paths')).flatMap(([, methods]) =>
    membersOf(methods).map(([, operation]): [string, Map<string, string>] => [
      textAt(operation, 'operationId'),
      new Map(
        listAt(operation, 'x-codeSamples').map((sample) => [textAt(sample, 'lang'), textAt(sample, 'source')] as const),
      ),
    ]),
  );

describe('the reference', () => {
  const merchant = samplesIn(addSamples(buildMerchantApi(), 'Basic base64(key:token)'));
  const operator = samplesIn(addSamples(buildOperatorApi(), 'Bearer operator-token'));

  it('[P16] shows each call in ten languages, with an id in its path', () => {
    for (const [id, samples] of [...merchant, ...operator]) {
      expect([id, samples.size]).toEqual([id, 10]);
      for (const [language, source] of samples) {
        expect([id, language, source]).toEqual([id, language, expect.stringContaining('https://delivery.example/')]);
        expect([id, language, source]).toEqual([id, language, expect.not.stringMatching(/delivery\.example\S*\{/)]);
      }
    }
  });

  it('shows credentials where a call takes them, and the body that the document has as its first example', () => {
    const createOrder = new Map(merchant).get('createOrder')?.get('curl');
    expect(createOrder).toContain("--header 'Authorization: Basic base64(key:token)'");
    expect(createOrder).toContain('"external_id": "');
    expect(new Map(merchant).get('signIn')?.get('curl')).not.toContain('Authorization');
    expect(operator.find(([id]) => id !== 'signIn')?.[1].get('curl')).toContain('Authorization: Bearer operator-token');
  });
});
