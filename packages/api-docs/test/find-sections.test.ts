import { expect, it } from '@jest/globals';
import { findSections } from '../src/browser/find-sections.js';

const sections = [
  { id: 'verify', title: 'Verify them', text: 'Each webhook is signed. Check the signature before you read the body.' },
  { id: 'rotate', title: 'Get a new secret', text: 'The old one signs for 24 hours more.' },
  {
    id: 'codigos',
    title: 'Códigos de erro',
    text: `${'Antes. '.repeat(20)}A assinatura não confere. ${'Depois. '.repeat(20)}`,
  },
];
const idsOf = (query: string) => [...findSections(sections, query).keys()];

it('finds the sections that have every word, in the heading or below it, without regard to case and accents', () => {
  expect(idsOf('sign')).toEqual(['verify', 'rotate']);
  expect(idsOf('SECRET  old')).toEqual(['rotate']);
  expect(idsOf('codigos nao')).toEqual(['codigos']);
  expect(idsOf('secret webhook')).toEqual([]);
  expect(idsOf(' ')).toEqual(['verify', 'rotate', 'codigos']);
});

it('shows the words around the first one that is found, whole, and the beginning where only the heading has it', () => {
  expect(findSections(sections, 'assinatura').get('codigos')).toMatch(
    /^… Antes\. .*A assinatura não confere\. .*Depois\. …$/,
  );
  expect(findSections(sections, 'verify').get('verify')).toBe(
    'Each webhook is signed. Check the signature before you read the body.',
  );
});
