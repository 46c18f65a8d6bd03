import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isInstalled } from '@delivery/test-support';
import { addSamples } from '../src/add-samples.js';
import { buildMerchantApi } from '../src/build-merchant-api.js';
import { listAt, memberOf, membersOf, textAt } from '../src/json.js';

const directory = mkdtempSync(join(tmpdir(), 'samples-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The command that checks whether a program of the language compiles. */
const checkers = [
  { language: 'curl', file: 'sample.sh', command: ['bash', '-n', 'sample.sh'] },
  { language: 'JavaScript', file: 'sample.mjs', command: [process.execPath, '--check', 'sample.mjs'] },
  { language: 'Python', file: 'sample.py', command: ['python3', '-m', 'py_compile', 'sample.py'] },
  // A program in Go has one main. The compiler is asked, and of the vet's own rules the one that cannot apply.
  { language: 'Go', file: 'sample.go', command: ['go', 'vet', '-unreachable', './...'], perCall: true },
  { language: 'PHP', file: 'sample.php', command: ['php', '-l', 'sample.php'], before: '<?php\n' },
  { language: 'Ruby', file: 'sample.rb', command: ['ruby', '-c', 'sample.rb'] },
] as const;

const document = addSamples(buildMerchantApi(), 'Basic base64(key:token)');
const samplesOf = (language: string): string[] =>
  membersOf(memberOf(document, 'paths')).flatMap(([, methods]) =>
    membersOf(methods).flatMap(([, operation]) =>
      listAt(operation, 'x-codeSamples')
        .filter((sample) => textAt(sample, 'lang') === language)
        .map((sample) => textAt(sample, 'source')),
    ),
  );

describe('the samples of every call', () => {
  for (const checker of checkers) {
    const [program, ...args] = checker.command;
    const check = isInstalled(program) ? it : it.skip;
    check(`[P16] can be read by their language: ${checker.language}`, () => {
      const samples = samplesOf(checker.language);
      expect(samples.length).toBeGreaterThan(20);
      const home = join(directory, checker.language);
      for (const [index, source] of ('perCall' in checker ? samples : [samples.join('\n\n')]).entries()) {
        const place = 'perCall' in checker ? join(home, String(index)) : home;
        mkdirSync(place, { recursive: true });
        writeFileSync(join(place, checker.file), `${'before' in checker ? checker.before : ''}${source}\n`);
      }
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: home,
        encoding: 'utf8',
        // Packages by their directories: a module would have to name a version of the language.
        env: { ...process.env, GO111MODULE: 'off' },
      });
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    });
  }
});
