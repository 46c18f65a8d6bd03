import { describe, expect, it } from '@jest/globals';
import { renderGuide, withServedLinks } from './pages.js';

const render = (markdown: string) =>
  renderGuide(
    { title: 'Delivery orders', hasGuide: true, markdown: 'guide.md' },
    withServedLinks(markdown, { '../examples/a.py': 'receivers/a.py' }),
  );

describe('the guide', () => {
  it('anchors headings as GitHub does, and lists them', () => {
    const page = render('# G\n\n## Verify `them`!\n\n### Gaps\n\n## Gaps\n');
    expect([...page.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['verify-them', 'gaps', 'gaps-1']);
    expect([...page.matchAll(/<li class="(\w+)"><a href="([^"]+)">([^<]+)</g)].map(([, ...link]) => link)).toEqual([
      ['h2', '#verify-them', 'Verify them!'],
      ['h3', '#gaps', 'Gaps'],
      ['h2', '#gaps-1', 'Gaps'],
    ]);
  });

  it('links to the served files, and names other files of the repository as text', () => {
    const page = render('[a](vectors.json) [b](../other.md) [c](https://example.com) [d](#g) [e](../examples/a.py)\n');
    expect(page).toContain('<a href="receivers/a.py">e</a>');
    expect(page).toContain('<a href="vectors.json">a</a> b <a href="https://example.com">c</a> <a href="#g">d</a>');
  });

  it('has no picture and no comment: those are not served', () => {
    const page = render('Before.\n\n<!-- snippet: node -->\n\n![A page](images/page.png)\n\nAfter.\n');
    expect(page).not.toMatch(/<img|page\.png|snippet/);
    expect(page).toContain('<p>After.</p>');
  });

  it('shows HTML as text, also in code', () => {
    const page = render('<script>1</script>\n\n```js\n"<b>";\n```\n\n```\nplain <b>\n```\n');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('&lt;b&gt;');
    expect(page).not.toMatch(/<b>|<script>/);
  });
});
