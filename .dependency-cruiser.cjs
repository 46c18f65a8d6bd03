/** Where imports may go. Each rule's comment says what to do instead. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'amqplib-only-in-messaging',
      comment: 'Use the publishers and consumers of packages/messaging; extend them there if something is missing.',
      severity: 'error',
      from: {
        pathNot: [
          '^packages/(messaging|local-stack)/',
          '/test/',
          '\\.test\\.ts$',
          '^packages/test-support/',
          '^bench/',
        ],
      },
      to: { path: 'node_modules/amqplib' },
    },
    {
      name: 'pg-only-in-packages-postgres',
      comment:
        'Use the pools, transactions and columns of packages/postgres; extend them there if something is missing.',
      severity: 'error',
      from: {
        pathNot: ['^packages/(postgres|local-stack|test-support|e2e|chaos)/', '/test/', '\\.test\\.ts$', '^bench/'],
      },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'express-only-at-the-edge',
      comment:
        'Describe a call as a Route of packages/http-edge; only that package and the file that composes the app know express.',
      severity: 'error',
      from: {
        pathNot: ['^services/[^/]+/src/http-app\\.ts$', '^packages/http-edge/src/', '/test/', '^bench/'],
      },
      to: { path: 'node_modules/(@types/)?express/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contracts-import-zod-alone',
      comment:
        'packages/contracts describes data, and hashes the id of an order; whatever needs I/O or another package belongs elsewhere.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contracts/src/', 'node_modules/zod', '^(node:)?crypto$'] },
    },
    {
      name: 'nothing-imports-a-service',
      comment: 'Services talk over RabbitMQ and HTTP. What two of them need becomes a package.',
      severity: 'error',
      from: { pathNot: '^services/([^/]+)/' },
      to: { path: '^services/' },
    },
    {
      name: 'no-service-imports-another',
      comment: 'Services talk over RabbitMQ and HTTP. What two of them need becomes a package.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'production-never-imports-test-support',
      comment: 'Move what production needs out of test-support or local-stack.',
      severity: 'error',
      from: {
        path: '^(services|packages)/[^/]+/src/',
        pathNot: ['^packages/(test-support|e2e|chaos|local-stack)/', '\\.test\\.ts$'],
      },
      to: { path: '^packages/(test-support|e2e|local-stack)/' },
    },
    {
      name: 'pure-core',
      comment:
        'domain/ and ledger/ decide; they get time, ids and rows as arguments. Do the I/O in db/, consumers/, relay/.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(domain|ledger)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: ['node_modules/(pg|express|amqplib|node-fetch)', '^packages/messaging/', '^(fs|net|http|https|dns)(/|$)'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.d.ts'],
    },
  },
};
