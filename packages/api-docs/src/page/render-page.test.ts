import { describe, expect, it } from '@jest/globals';
import { problemStatuses } from '@delivery/contracts';
import { buildMerchantApi } from '../build-merchant-api.js';
import { problemMeanings } from '../openapi/problem-meanings.js';
import { renderInline, renderMarkdown } from './markdown.js';
import { renderPage } from './render-page.js';

const document = buildMerchantApi();
const page = renderPage(document);

describe('the page', () => {
  it('works without the internet: it loads nothing and runs no script', () => {
    expect(page).not.toMatch(/<(script|link|img|iframe|object)\b|@import|url\(|\son\w+=/i);
  });

  it('has every call and every webhook, each where the navigation points', () => {
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(15);
    for (const id of ids) {
      expect(page).toContain(`<section class="operation" id="${id}">`);
      expect(page).toContain(`href="#${id}"`);
    }
  });

  it('explains every error code that a merchant can meet, and no other', () => {
    for (const code of Object.keys(problemStatuses) as (keyof typeof problemStatuses)[]) {
      expect(page.includes(`<td><code>${code}</code></td>`)).toBe(problemMeanings[code].apis.includes('merchant'));
    }
  });
});

describe('markdown', () => {
  it('escapes what is not meant as HTML', () =>
    expect(renderInline('<b> & `a<b>` **x**')).toBe('&lt;b&gt; &amp; <code>a&lt;b&gt;</code> <strong>x</strong>'));

  it('renders tables', () =>
    expect(renderMarkdown('| a | b |\n| --- | --- |\n| 1 | `2` |')).toBe(
      '<div class="wide"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
    ));
});
