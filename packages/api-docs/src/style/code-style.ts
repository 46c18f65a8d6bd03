/** Code, its colours, its tabs. */
export const codeStyle = `
code, pre, kbd { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 6px; padding: .85rem 1rem; margin: 0; overflow: auto; line-height: 1.5; font-size: .82rem; tab-size: 4; }
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
.code { position: relative; margin: .5rem 0; }
.copy { position: absolute; top: .45rem; right: .45rem; font: 600 .75rem/1 system-ui, sans-serif; padding: .4rem .6rem; color: var(--soft); background: var(--paper); border: 1px solid var(--line); border-radius: 5px; cursor: pointer; opacity: 0; }
.code:hover .copy, .copy:focus-visible { opacity: 1; }
.copy:hover { color: var(--ink); border-color: var(--soft); }
@media (hover: none) { .copy { opacity: 1; } }
.variants { margin: .5rem 0 1.25rem; }
.variants .code { margin: 0; }
.variants summary { cursor: pointer; padding: .3rem 0; font-size: .875rem; color: var(--link); }
/* What the script will make tabs of takes their room from the start, so that nothing jumps. */
@media (scripting: enabled) { .variants details:not([open]) { display: none; } .variants summary { visibility: hidden; padding: 0; height: 2.45rem; } }
[role=tablist] { display: flex; overflow-x: auto; border-bottom: 1px solid var(--line); margin-bottom: .4rem; }
[role=tab] { font: 500 .83rem/1.2 system-ui, sans-serif; padding: .5rem .7rem; color: var(--soft); background: none; border: 0; border-bottom: 2px solid transparent; cursor: pointer; white-space: nowrap; outline-offset: -2px; }
[role=tab]:hover { color: var(--ink); }
[role=tab][aria-selected=true] { color: var(--ink); font-weight: 650; border-bottom-color: var(--link); }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--soft); }
.hljs-keyword, .hljs-literal, .hljs-type, .hljs-selector-tag { color: var(--patch); }
.hljs-string, .hljs-regexp, .hljs-addition { color: var(--post); }
.hljs-number, .hljs-symbol, .hljs-bullet { color: var(--put); }
.hljs-title, .hljs-attr, .hljs-section, .hljs-name, .hljs-built_in { color: var(--get); }
.hljs-variable, .hljs-template-variable, .hljs-params .hljs-attr { color: var(--event); }
@media print { .copy, [role=tablist] { display: none; } pre { white-space: pre-wrap; } }
`;
