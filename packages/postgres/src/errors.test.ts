import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { classifyDatabaseError, isDatabaseAway } from './errors.js';

const databaseError = (code: string, constraint?: string): Error =>
  Object.assign(new pg.DatabaseError('told', 4, 'error'), { code, constraint });

describe('isDatabaseAway', () => {
  it.each(['08006', '40001', '40P01', '53300', '57P01', '57014', '25006', '3D000', '28P01'])(
    'takes SQLSTATE %s for an outage',
    (code) => {
      expect(isDatabaseAway(databaseError(code))).toBe(true);
    },
  );

  it.each(['22P02', '23505', '42703', '42P01', '0A000'])('takes SQLSTATE %s for a fault of the service', (code) => {
    expect(isDatabaseAway(databaseError(code))).toBe(false);
  });

  it.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('wrapped', { cause: new Error('Query read timeout') }),
  ])('takes %s for an outage', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    new TypeError('x is not a function'),
    'text',
    undefined,
    Object.assign(new Error('no'), { code: 'ENOENT' }),
  ])('takes %s for a fault of ours', (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});

describe('classifyDatabaseError', () => {
  it.each(['57014', '21000', '54001', '38000', '39000', 'P0001', 'XX000'])(
    'calls SQLSTATE %s slow: one message or all of Postgres may be the cause',
    (code) => {
      expect(classifyDatabaseError(databaseError(code))).toBe('slow');
    },
  );

  it('calls a pipeline slow that takes longer than its time limit', () => {
    expect(classifyDatabaseError(new Error('Query read timeout'))).toBe('slow');
  });

  it.each(['08006', '25006', '3D000', '40003', '42P01', '53100', '58030', '57P01', '57P03'])(
    'blames no message for SQLSTATE %s',
    (code) => {
      expect(classifyDatabaseError(databaseError(code))).toBe('outage');
    },
  );

  it.each(['22003', '23514'])('blames the message for SQLSTATE %s', (code) => {
    expect(classifyDatabaseError(databaseError(code, 'orders_status_check'))).toBe('data');
  });

  it('runs a transaction again whose partition was dropped: nothing but a missing partition fails a check without a name', () => {
    expect(classifyDatabaseError(databaseError('23514'))).toBe('conflict');
  });
});
