import { describe, expect, it } from '@jest/globals';
import { parseCurls } from './parse-curls.js';

const parse = (script: string) => parseCurls(script, (method, path) => `${method} ${path}`);

describe('the requests of a block of curl', () => {
  it('are read with method, path, body and headers, and without the credentials', () => {
    const script = `export BASE=http://127.0.0.1:8080 KEY=key_… TOKEN=tok_…
ID=5f1c
curl -sS "$BASE/v1/external-orders/$ID/cancel?key=$KEY&token=$TOKEN" -H 'content-type: application/json' \\
  -d '{"reason":{"code":"out_of_stock"}}' -H 'Sandbox-Speed: 60'
# {"id":"5f1c"}
curl -u "$KEY:$TOKEN" "$BASE/v1/external-orders?status=ready"
`;
    expect(parse(script)).toEqual([
      { kind: 'assign', variable: 'ID', value: '5f1c' },
      {
        kind: 'request',
        request: {
          method: 'POST',
          path: '/v1/external-orders/{ID}/cancel',
          headers: [['Sandbox-Speed', '60']],
          body: { reason: { code: 'out_of_stock' } },
          operationId: 'POST /v1/external-orders/{ID}/cancel',
        },
      },
      { kind: 'comment', text: '{"id":"5f1c"}' },
      {
        kind: 'request',
        request: {
          method: 'GET',
          path: '/v1/external-orders?status=ready',
          headers: [],
          body: undefined,
          operationId: 'GET /v1/external-orders?status=ready',
        },
      },
    ]);
  });

  it.each([
    ['a pipe', 'curl "$BASE/v1/x" | jq .'],
    ['a substitution', 'ID=$(curl "$BASE/v1/x")'],
    ['an option that is not known', 'curl --form a=b "$BASE/v1/x"'],
    ['a body that is no JSON', `curl "$BASE/v1/x" -d 'a=b'`],
    ['another host', 'curl "https://example.com/v1/x"'],
    ['a secret in a header', 'curl "$BASE/v1/x" -H "authorization: Bearer $OTHER"'],
    ['another program', 'npx delivery listen'],
    ['a quote that is not closed', `curl "$BASE/v1/x" -d '{`],
    ['no request at all', 'export A=b'],
  ])('are left to the shell where there is %s', (_what, script) => expect(parse(script)).toBeUndefined());
});
