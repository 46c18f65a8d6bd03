/** Everything the page looks like. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6778; --line: #dfe4ea; --paper: #fff; --side: #f6f8fa; --code: #f1f4f7; --link: #0b5cad;
  --get: #0b6bcb; --post: #1a7f4b; --put: #9a5b00; --delete: #b3261e; --patch: #7a3fb5; --event: #8a3d7c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa7b8; --line: #2e3844; --paper: #12171d; --side: #171d25; --code: #1d2530; --link: #74b3ff;
  --get: #5aa9ff; --post: #4cc38a; --put: #e0a458; --delete: #ff8a80; --patch: #c39bf0; --event: #e79ad6; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr); font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 6px; padding: .8rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; margin: .4rem 0; font-size: .8rem; }
.key { color: var(--link); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.1rem; background: var(--side); border-right: 1px solid var(--line); font-size: .875rem; }
nav .brand { font-weight: 700; font-size: 1.05rem; color: var(--ink); text-decoration: none; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.2rem 0 .3rem; }
nav h2 a { color: inherit; text-decoration: none; }
nav h2 a:hover { color: var(--ink); }
.calls { list-style: none; margin: 0; padding: 0; }
.calls a { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr); gap: .4rem; align-items: baseline; padding: .22rem .4rem; border-radius: 5px; color: var(--ink); text-decoration: none; }
.calls a:hover, .calls a:focus-visible { background: var(--code); }
.calls code { background: none; padding: 0; }
main { padding: 2.25rem clamp(1.25rem, 3vw, 3.5rem) 6rem; width: 100%; max-width: 120rem; margin: 0 auto; }
main .calls { display: none; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h1 small { font-size: .9rem; font-weight: 400; color: var(--soft); }
.intro { columns: 2 28rem; column-gap: 3rem; }
.intro p { margin: 0 0 1rem; break-inside: avoid; }
main > h2 { font-size: 1.5rem; margin: 3rem 0 .5rem; padding-top: 1.25rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.2rem; margin: 0 0 .4rem; }
h4 { font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); margin: 1.4rem 0 .4rem; }
.operation { margin: 1.5rem 0 0; padding: 1.5rem 0; border-top: 1px solid var(--line); display: grid; grid-template: auto 1fr / minmax(0, 1.1fr) minmax(0, 1fr); gap: 0 3rem; align-items: start; }
.lead, .said { max-width: 50rem; grid-column: 1; }
.lead > :last-child { margin-bottom: 0; }
.shown { grid-area: 1 / 2 / span 2; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
.shown > h4:first-child { margin-top: .3rem; }
.operation:target h3 { color: var(--link); }
.line { margin: 0 0 .6rem; overflow-wrap: anywhere; }
.method { font: 700 .7rem/1 ui-monospace, monospace; letter-spacing: .03em; color: var(--get); }
.method.post { color: var(--post); } .method.put { color: var(--put); } .method.delete { color: var(--delete); } .method.patch { color: var(--patch); } .method.event { color: var(--event); }
.line .method { font-size: .85rem; margin-right: .35rem; }
.fields { list-style: none; margin: .4rem 0; padding: 0; }
.fields li { padding: .5rem 0; border-top: 1px solid var(--line); }
.fields li:first-child { border-top: 0; }
.fields .fields { margin-left: .3rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.name { font-weight: 600; }
.type { color: var(--soft); font-size: .875rem; }
.note { font-size: .93rem; margin-top: .15rem; }
.required { color: var(--delete); font-size: .75rem; font-weight: 600; }
.or { color: var(--soft); font-style: italic; margin: .3rem 0; }
summary { cursor: pointer; padding: .3rem 0; font-size: .875rem; color: var(--link); }
.answer { display: grid; grid-template-columns: 4rem minmax(0, 1fr); padding: .4rem 0; font-size: .93rem; }
.answer p { margin: 0 0 .3rem; }
.status { font: 700 .85rem/1.75 ui-monospace, monospace; color: var(--soft); }
.s2 { color: var(--post); } .s4 { color: var(--put); } .s5 { color: var(--delete); }
.rest { font-size: .875rem; color: var(--soft); margin: .4rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; }
td code { white-space: nowrap; }
@media (max-width: 75rem) { .operation { display: block; } .shown { position: static; max-height: none; margin-top: 1.2rem; } pre { max-height: 22rem; overflow: auto; } }
@media (max-width: 60rem) {
  html { scroll-padding-top: 4rem; }
  body { grid-template-columns: minmax(0, 1fr); }
  nav { z-index: 1; height: auto; display: flex; gap: 1.1rem; align-items: baseline; overflow-x: auto; white-space: nowrap; padding: .8rem 1.25rem; border-right: 0; border-bottom: 1px solid var(--line); }
  nav h2 { margin: 0; text-transform: none; letter-spacing: 0; font-size: .9rem; }
  nav .calls, nav .brand { display: none; }
  nav .raw { margin: 0; }
  main { padding-top: 1.5rem; }
  main .calls { display: block; margin: .75rem 0; }
}
@media print { nav { display: none; } body, .operation { display: block; } .shown, pre { position: static; max-height: none; } }
`;
