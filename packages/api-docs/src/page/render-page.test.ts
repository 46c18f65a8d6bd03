import { describe, expect, it } from '@jest/globals';
import { problemStatuses } from '@delivery/contracts';
import { buildMerchantApi } from '../build-merchant-api.js';
import { problemMeanings } from '../openapi/problem-meanings.js';
import { merchantLanguages } from '../samples/languages.js';
import { curlFor, merchantAccess } from '../samples/languages/curl.js';
import { renderInline, renderMarkdown } from './markdown.js';
import { renderPage } from './render-page.js';
import { merchantSite } from './site.js';

const document = buildMerchantApi();
const page = renderPage(document, merchantSite, [curlFor(merchantAccess), ...merchantLanguages]);

describe('the page', () => {
  /** Of one call or webhook. */
  const sectionOf = (id: string): string =>
    new RegExp(`<section class="operation" id="${id}">[^]*?</section>`).exec(page)?.[0] ?? '';

  it('loads its own style and script and nothing else, and has neither within, so that a strict policy lets it work', () => {
    const loaded = [...page.matchAll(/<(?:link|script|img|iframe|object)\b[^>]*(?:href|src)="([^"]*)"/g)];
    expect(loaded.map(([, from]) => from)).toEqual(['docs/style.css', 'docs/page.js']);
    expect(page).not.toMatch(/<style|<script[^>]*>[^<]|\sstyle=|\son\w+=|@import|url\(/i);
  });

  it('shows each call in every language, the first of them open', () => {
    const ids = Object.values(document['paths'] as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    for (const id of ids) {
      const languages = [...sectionOf(id).matchAll(/data-language="(\w+)"( open)?/g)].map(
        ([, name, open]) => `${name ?? ''}${open ?? ''}`,
      );
      // A program has no session, and so has our client.
      const ours = ['signIn', 'signOut'].includes(id) ? [] : ['typescript'];
      expect([id, ...languages]).toEqual([id, 'curl open', ...ours, 'javascript', 'python', 'go', 'php', 'java']);
    }
  });

  it('has every call and every webhook, each where the navigation points', () => {
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(15);
    for (const id of ids) {
      expect(page).toContain(`<section class="operation" id="${id}">`);
      expect(page).toContain(`href="#${id}"`);
    }
  });

  const countOf = (text: string): number => page.split(text).length - 1;

  it('says once what every call has in common: its errors, and the headers of its answers', () => {
    for (const code of ['invalid_credentials', 'temporarily_unavailable', 'unsupported_media_type']) {
      // Among those of every call, and in the table of all.
      expect([code, countOf(`>${code}</code>`)]).toEqual([code, 2]);
      expect(sectionOf('every-call')).toContain(`>${code}</code>`);
    }
    expect(countOf('<code class="name">RateLimit</code>')).toBe(1);
    expect(sectionOf('createOrder')).toContain('>external_id_conflict</code>');
    expect(sectionOf('createOrder')).toContain('href="#every-call"');
  });

  it('says once what every webhook carries, and names the events in the navigation', () => {
    for (const header of ['webhook-id', 'webhook-signature', 'webhook-test']) {
      expect([header, countOf(`<code class="name">${header}</code>`)]).toEqual([header, 1]);
    }
    const navigation = /<nav [^]*<\/nav>/.exec(page)?.[0] ?? '';
    for (const event of ['status_changed', 'delivery_requested', 'tracking_url_added']) {
      expect(navigation).toContain(`<code>${event}</code>`);
    }
  });

  it('tells good answers before bad ones', () => {
    for (const [, section = ''] of page.matchAll(/<section class="operation" id="(?!every-call)([^]*?)<\/section>/g)) {
      const statuses = [...section.matchAll(/<span class="status s.">(\w+)</g)].map(([, status = '']) => status);
      expect(statuses).toEqual([...statuses].sort());
    }
    expect(sectionOf('createOrder')).toMatch(/>201<[^]*>409</);
    expect(sectionOf('every-webhook')).toMatch(/>2XX<[^]*>410<[^]*>other</);
  });

  it('shows what is sent and what comes back without a click', () => {
    const unfolded = sectionOf('createOrder').replaceAll(/<details(?![^>]* open)[^]*?<\/details>/g, '');
    expect(unfolded).toContain('&quot;external_id&quot;');
    expect(unfolded).toContain('<h4>Answer 201</h4>\n<div class="code"><pre');
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
      '<div class="wide" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
    ));
});
