import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFaults } from './prose-rules.js';

const faultsIn = (path, ...lines) => findFaults(path, lines.join('\n')).map(({ line, words }) => `${line} ${words}`);

describe('the rules of prose', () => {
  for (const [sentence, words] of [
    ['Of a disabled one nothing is sent.', 'Of'],
    ['It waits. As of a closed channel it fails.', 'As of'],
    ['What is due is released.', 'What'],
    ['Who called it.', 'Who'],
    ['**Of a platform** the contacts.', 'Of'],
    ['The same of the map.', 'The same'],
    ['Those of one name together.', 'Those of'],
    ['It uses that of the server.', 'that of'],
    ['The path would be another one’s.', 'another one’s'],
    ['The token of one that was deleted.', 'of one that'],
    ['The merchant is told.', 'told'],
    ['A mail tells of it.', 'tells of'],
    ['Nobody reads it.', 'Nobody'],
    ['It takes whichever comes first.', 'whichever'],
    ['It was tried in vain.', 'in vain'],
    ['Connections come and go.', 'come and go'],
    ['The window lets two pass.', 'lets'],
    ['Until the row is there.', 'is there'],
    ['The wait comes to its end.', 'comes to its end'],
  ]) {
    it(`refuses: ${sentence}`, () => assert.deepEqual(faultsIn('docs/a.md', sentence), [`1 ${words}`]));
  }

  for (const sentence of [
    'A confirmed message is accepted, even while order-state is silent; an unconfirmed message never is.',
    'Following it would let a receiver send signed events to an address that was never registered.',
    '`wakeAt` is null until something is due.',
    'What happens if the process dies?',
    'Is there a courier?',
    'The column `told` and the words of the code `that of`.',
    'Two tokens are told apart by their tags.',
  ]) {
    it(`accepts: ${sentence}`, () => assert.deepEqual(faultsIn('docs/a.md', sentence), []));
  }

  it('joins the lines of a comment, and names the line of the words', () => {
    const lines = ['const a = 1;', '/**', ' * The owner of the endpoint waits', ' * in', ' * vain.', ' */'];
    assert.deepEqual(faultsIn('a.ts', ...lines), ['4 in vain']);
    assert.deepEqual(faultsIn('a.ts', '// The addresses', '// Of the endpoint and of all'), []);
  });

  it('reads tags, items, cells and comments behind code as sentences of their own', () => {
    assert.deepEqual(faultsIn('a.ts', '/**', ' * A token.', ' * @param owner Of a merchant.', ' */'), ['3 Of']);
    assert.deepEqual(faultsIn('a.md', 'Tokens:', '- Of a merchant.', '', '| Owner | Of a shop |'), ['2 Of', '4 Of']);
    assert.deepEqual(faultsIn('a.ts', 'const a = 1; // What it is.'), ['1 What']);
    assert.deepEqual(faultsIn('a.sql', 'select 1;', '-- Of a merchant.'), ['2 Of']);
    assert.deepEqual(faultsIn('a.yaml', '# Of a merchant.', 'a: 1'), ['1 Of']);
  });

  it('reads the titles of tests, but none of their other strings', () => {
    assert.deepEqual(faultsIn('a.test.ts', "it('[P1] of a merchant is kept', () => {});"), ['1 Of']);
    assert.deepEqual(faultsIn('a.test.ts', "it.each(cases)('tells of %s', () => {});"), ['1 Tells of']);
    assert.deepEqual(faultsIn('a.test.ts', 'it(', "  'is told', () => {});"), ['2 told']);
    assert.deepEqual(faultsIn('a.test.ts', "const text = 'Nobody reads this text here';"), []);
  });

  it('reads the texts of code, but no code', () => {
    assert.deepEqual(faultsIn('a.ts', "const text = 'Nobody reads this text here';"), ['1 Nobody']);
    assert.deepEqual(faultsIn('a.ts', 'const told = nobody.whichever;'), []);
    assert.deepEqual(faultsIn('a.md', '```sh', 'told --nobody', '```'), []);
  });
});
