/** The subjects of order-state, each of which may know those behind it. */
const subjects = [
  'retention',
  'operational-events',
  'mails',
  'dead-letters',
  'dashboards',
  'timelines',
  'replays',
  'couriers',
  'orders',
  'ledger',
  'endpoints',
  'merchants',
  'sessions',
  'activity',
];
/** The callers of the subjects. */
const callers = ['operator-api', 'internal-api', 'consumers', 'sweeps', 'monitoring'];

/** The parts that both apps of the console share. Each may import those that follow it. */
const consoleLayers = ['lanes', 'webhooks', 'exports', 'charts', 'shell', 'ui', 'api', 'text', 'browser'];

/** Where imports may go. Each rule's comment says what to do instead. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Move what both need, also where it is only a type, into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
        pathNot: [
          '^services/(intake-api|order-state)/src/http-app\\.ts$',
          '^packages/http-edge/src/',
          '/test/',
          '^bench/',
        ],
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
      name: 'client-imports-nothing',
      comment:
        'The library runs on every runtime: fetch and WebCrypto, no package, nothing of Node, and nothing of its command line.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: ['\\.test\\.ts$', '^packages/client/src/cli/'] },
      to: { pathNot: '^packages/client/src/(?!cli/)' },
    },
    {
      name: 'client-cli-imports-node-and-the-client',
      comment: 'The client and its command line install without a single dependency.',
      severity: 'error',
      from: { path: '^packages/client/(bin|src/cli)/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/client/(src|dist)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'courier-simulator-is-an-outsider',
      comment: "It knows of the product what a courier's system knows: the public contract, over HTTP.",
      severity: 'error',
      from: { path: '^packages/courier-simulator/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(courier-simulator|contracts|http-edge|service-kit)/' },
    },
    {
      name: 'console-apps-are-apart',
      comment: `Code that both apps need goes beside them: ${consoleLayers.join('/, ')}/. Neither page loads code of the other.`,
      severity: 'error',
      from: { path: '^packages/console/src/(console|portal|map)/' },
      to: { path: '^packages/console/src/(console|portal|map)/', pathNot: '^packages/console/src/$1/' },
    },
    ...consoleLayers.map((layer, place) => ({
      name: `console-${layer}-in-its-place`,
      comment: `Imports go down: console, portal > ${consoleLayers.join(' > ')}. An app passes its own parts down: in shell/app-definition.tsx, or as an argument.`,
      severity: 'error',
      from: { path: `^packages/console/src/${layer}/` },
      to: {
        path: '^packages/console/src/',
        pathNot: consoleLayers.slice(place).map((below) => `^packages/console/src/${below}/`),
      },
    })),
    {
      name: 'nothing-imports-a-service',
      comment: 'Services talk over RabbitMQ and HTTP. Code that two of them need becomes a package.',
      severity: 'error',
      from: { pathNot: '^services/([^/]+)/' },
      to: { path: '^services/' },
    },
    {
      name: 'no-service-imports-another',
      comment: 'Services talk over RabbitMQ and HTTP. Code that two of them need becomes a package.',
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
      name: 'rules-are-pure',
      comment:
        'rules/, domain/ and delivery/ decide; they get time, ids and rows as arguments. Do the I/O in queries/, the use cases, consumers/ and connections/.',
      severity: 'error',
      from: { path: ['/src/[^/]+/rules/', '^services/[^/]+/src/(domain|delivery)/'], pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          'node_modules/(pg|express|amqplib|node-fetch)',
          '^packages/(messaging|postgres)/',
          '^(fs|http|https|dns|tls)(/|$)',
        ],
      },
    },
    {
      name: 'rules-import-rules',
      comment: 'A rule needs only the type of a row or a use case: declare that type in the rules.',
      severity: 'error',
      from: { path: '^services/order-state/src/[^/]+/rules/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/order-state/src/', pathNot: '^services/order-state/src/[^/]+/rules/' },
    },
    ...subjects.map((subject, place) => ({
      name: `${subject}-in-its-place`,
      comment: `Subjects know those below them: ${subjects.join(' > ')}. Their callers (operator-api, consumers, sweeps, …) know subjects, not the other way round.`,
      severity: 'error',
      from: { path: `^services/order-state/src/${subject}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^services/order-state/src/',
        pathNot: subjects.slice(place).map((below) => `^services/order-state/src/${below}/`),
      },
    })),
    ...callers.map((caller) => ({
      name: `${caller}-imports-no-other-caller`,
      comment: 'Move code that two callers need to a subject, or to shared-api/ if it is a call of both APIs.',
      severity: 'error',
      from: { path: `^services/order-state/src/${caller}/` },
      to: { path: callers.filter((other) => other !== caller).map((other) => `^services/order-state/src/${other}/`) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
};
