import { z } from 'zod';

// A cursor is text that a client can make: each of these is a time that Postgres can hold, which knows no year 0.

const hasYear = (text: string): boolean => !text.startsWith('0000');

/** Milliseconds since the epoch. */
export const cursorMs = z.int().min(0).max(8.64e15);

/** A time in UTC as Postgres tells it to the microsecond. */
export const cursorTime = z.iso.datetime({ precision: 6 }).refine(hasYear);

export const cursorDay = z.iso.date().refine(hasYear);
