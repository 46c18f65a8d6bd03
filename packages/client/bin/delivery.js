#!/usr/bin/env node
// Checked in as it is: npm links the command at install, in a clone before anything is built.
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('delivery is not built yet: `npm start` builds it, or `npm run build`.\n');
  process.exitCode = 2;
}
