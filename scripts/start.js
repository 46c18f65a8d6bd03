// `npm start`: builds what has changed, then runs everything in this very process, so that Ctrl-C reaches it.
import { buildProduct, readEnvFile, root } from './build-product.js';

readEnvFile();
buildProduct();
process.argv.splice(2, Infinity, root);
await import('../packages/local-stack/dist/bin/product.js');
