import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from './markdown.js';

const languages = { bash, go, http, java, javascript, json, php, python, sql, typescript };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

/** Source text as HTML whose classes say what is what: a colour in the markup would need a policy that allows styles. */
export const highlight = (code: string, language: string): string =>
  highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : escapeHtml(code);
