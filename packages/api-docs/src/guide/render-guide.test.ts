import { describe, expect, it } from '@jest/globals';
import { buildMerchantApi } from '../build-merchant-api.js';
import { merchantSite } from '../page/site.js';
import { renderGuide } from './render-guide.js';

const document = buildMerchantApi();
const render = (markdown: string) =>
  renderGuide({
    markdown,
    document,
    site: merchantSite,
    served: { 'vectors.json': 'vectors.json', '../examples/a.py': 'receivers/a.py' },
  });
const labelsIn = (html: string) => [...html.matchAll(/<summary>([^<]+)<\/summary>/g)].map(([, label]) => label);

describe('the guide', () => {
  it('shows requests in every language: first as whole programs, then as what goes on with them', () => {
    const block = '```sh\ncurl "$BASE/v1/external-orders/$ID?key=$KEY&token=$TOKEN"\n```\n';
    const { page } = render(`# Guide\n\n${block}\nThen:\n\n${block}`);
    const languages = ['curl', 'TypeScript', 'JavaScript', 'Python', 'Go', 'PHP', 'Java'];
    expect(labelsIn(page)).toEqual([...languages, ...languages]);
    // Go and Java have one each.
    expect(page.match(/>main</g)).toHaveLength(2);
  });

  it('takes code that follows code in another language as the same said again', () => {
    const { page } = render('Node:\n\n```js\n1;\n```\n\nPython:\n\n```python\n2\n```\n\n```go\n3\n```\n\nAnd so on.\n');
    expect(labelsIn(page)).toEqual(['Node', 'Python', 'Go']);
    expect(page).not.toContain('Node:');
    expect(page).toContain('<p>And so on.</p>');
  });

  it('keeps code alone where there is one language, and where the same follows itself', () => {
    const { page } = render(
      '```js\n1;\n```\n\n```js\n2;\n```\n\nSo:\n\n<!-- shown as it is -->\n\nText\n\n```\nplain <b>\n```\n',
    );
    expect(labelsIn(page)).toEqual([]);
    expect(page.match(/<div class="code">/g)).toHaveLength(3);
    expect(page).toContain('plain &lt;b&gt;');
  });

  it('aligns columns without inline styles, which the page may not have', () => {
    const { page } = render('| a | b | c |\n| --- | ---: | :---: |\n| 1 | 2 | 3 |\n');
    expect(page).toContain('<td class="number">2</td>');
    expect(page).not.toMatch(/\sstyle=/);
  });

  it('anchors headings as GitHub does, and finds them by what is said below', () => {
    const { page, entries } = render('# G\n\n## Verify `them`!\n\nSign *all* of it.\n\n### Gaps\n\nNone.\n\n## Gaps\n');
    expect([...page.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['verify-them', 'gaps', 'gaps-1']);
    expect(entries.slice(1)).toEqual([
      { title: 'Verify them!', place: 'Guide', text: 'Sign all of it.', href: 'guide#verify-them' },
      { title: 'Gaps', place: 'Guide › Verify them!', text: 'None.', href: 'guide#gaps' },
      { title: 'Gaps', place: 'Guide', text: '', href: 'guide#gaps-1' },
    ]);
  });

  it('links to what is served, and tells any other file as text', () => {
    const { page } = render(
      '[a](vectors.json) [b](../other.md) [c](https://example.com) [d](#g) [e](../examples/a.py)\n',
    );
    expect(page).toContain('<a href="vectors.json">a</a> b <a href="https://example.com">c</a> <a href="#g">d</a>');
    expect(page).toContain('<a href="receivers/a.py">e</a>');
  });

  it('has no picture: those beside the Markdown are not served', () => {
    const { page } = render('Before.\n\n![A page](images/page.png)\n\nAfter.\n');
    expect(page).not.toMatch(/<img|page\.png/);
    expect(page).toContain('<p>After.</p>');
  });

  it('shows HTML as text, leaves comments out, and draws what is to be done', () => {
    const { page } = render('<!-- snippet: node -->\n\n<script>1</script>\n\n- [ ] Try it.\n');
    expect(page).not.toContain('snippet');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('<li class="task">Try it.</li>');
  });
});
