import { describe, expect, it } from '@jest/globals';
import { findCurls } from './find-curls.js';

const markdown = `# Title

Run \`curl -u "$A" "$B"\` and see what \`curl\` says; curl says much.

\`\`\`sh
ID=1
curl -sS "$BASE/$ID" \\
  -d '{}'
ID=$(curl "$BASE" | sed 's/x/y/')
\`\`\`

    curl -X DELETE "$BASE"

Or type curl -v yourself.
`;

describe('the calls of curl in a text', () => {
  it('are found in fenced and indented blocks and in code spans; all others are stray', () => {
    const { blocks, strayLines } = findCurls(markdown);

    expect(blocks.map(({ line, curlCount }) => [line, curlCount])).toEqual([
      [6, 2],
      [12, 1],
      [3, 1],
    ]);
    expect(blocks[0]?.script).toContain(`-d '{}'`);
    expect(strayLines).toEqual([14]);
  });
});
