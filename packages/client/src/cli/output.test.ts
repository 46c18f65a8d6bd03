import { describe, expect, it } from '@jest/globals';
import { hang, toPrintable, wrap } from './output.js';

describe('a text that is wrapped', () => {
  it('has no line that is too long, but for one word alone', () => {
    expect(wrap('one two three extraordinarily four', 9)).toEqual(['one two', 'three', 'extraordinarily', 'four']);
  });

  it('is the same text again when its lines are joined', () => {
    const text = 'Answer any 2xx within 10 seconds, with any body; do the work afterwards.';
    expect(wrap(text, 20).join(' ')).toBe(text);
  });

  it('hangs below its label', () => {
    expect(hang('mend  ', 'verify the raw bytes first', { indent: 2, width: 30 })).toEqual([
      '  mend  verify the raw bytes',
      '        first',
    ]);
  });
});

describe('a text from elsewhere', () => {
  it('is printed without characters that move the cursor, end the line or change the direction of text', () => {
    expect(toPrintable('a\u001b[2Jb\u202ec\u2028d👩‍👧')).toBe('a�[2Jb�c�d👩‍👧');
  });
});
