import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createProblem, isProblem, OrderNotFound, problemClasses, UnknownProblem } from './problems.js';

const reference: { tags: { name: string; description: string }[] } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);
const errors = reference.tags.find(({ name }) => name === 'Errors')?.description ?? '';
const documented = [...errors.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => ({ status, code }));

const problemOf = (code: string, status = 404) =>
  createProblem({
    attempts: 1,
    outcome: 'not_done',
    details: {
      type: `urn:problem-type:${code}`,
      title: 'Not Found',
      status,
      detail: 'No such order.',
      instance: '/v1/external-orders/1',
      code,
      message: 'No such order.',
      request_id: 'r-1',
      errors: [{ pointer: '/items/0/quantity', field: 'items.0.quantity', code: 'differs', message: 'Expected 1.' }],
    },
  });

describe('problems', () => {
  it('[P21] have a class for every code that the reference lists, and for no other', () => {
    expect(Object.keys(problemClasses).sort()).toEqual(documented.map(({ code }) => code).sort());
    expect(documented.length).toBeGreaterThan(30);
  });

  it('each have the code of their class', () => {
    for (const { code, status } of documented) expect(problemOf(code ?? '', Number(status)).code).toBe(code);
  });

  it('have the fields for a decision, for display and for a question to support', () => {
    const problem = problemOf('order_not_found');
    expect(problem).toBeInstanceOf(OrderNotFound);
    expect(isProblem(problem)).toBe(true);
    expect(problem).toMatchObject({ status: 404, detail: 'No such order.', requestId: 'r-1', name: 'OrderNotFound' });
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/items/0/quantity']);
  });

  it('are classified by status where the code is of a later version', () => {
    const problem = problemOf('order_on_fire', 409);
    expect(problem).toBeInstanceOf(UnknownProblem);
    expect(problem).toMatchObject({ code: 'unknown', unknownCode: 'order_on_fire', status: 409 });
    expect(problemOf('constructor')).toBeInstanceOf(UnknownProblem);
  });
});
