/** Everything the page looks like. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6778; --line: #dfe4ea; --paper: #fff; --side: #f6f8fa; --code: #f1f4f7; --link: #0b5cad;
  --get: #0b6bcb; --post: #1a7f4b; --put: #9a5b00; --delete: #b3261e; --patch: #7a3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa7b8; --line: #2e3844; --paper: #12171d; --side: #171d25; --code: #1d2530; --link: #74b3ff;
  --get: #5aa9ff; --post: #4cc38a; --put: #e0a458; --delete: #ff8a80; --patch: #c39bf0; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 6px; padding: .9rem 1rem; overflow-x: auto; line-height: 1.45; margin: .5rem 0; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; background: var(--side); border-right: 1px solid var(--line); font-size: .9rem; }
nav .brand { font-weight: 700; font-size: 1.05rem; color: var(--ink); text-decoration: none; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.4rem 0 .4rem; }
nav h2 a { color: inherit; text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: grid; grid-template-columns: 3.4rem 1fr; gap: .4rem; align-items: baseline; padding: .25rem .4rem; border-radius: 5px; color: var(--ink); text-decoration: none; }
nav li a:hover, nav li a:focus-visible { background: var(--code); }
main { padding: 2.25rem clamp(1.25rem, 4vw, 3.5rem) 6rem; max-width: 60rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h1 small { font-size: .9rem; font-weight: 400; color: var(--soft); }
main > h2 { font-size: 1.5rem; margin: 3.5rem 0 .5rem; padding-top: 1.25rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.15rem; margin: 0 0 .4rem; }
h4 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); margin: 1.4rem 0 .5rem; }
.operation { margin: 1.5rem 0; padding: 1.25rem 1.4rem; border: 1px solid var(--line); border-radius: 10px; }
.operation:target { border-color: var(--link); }
.line { margin: 0 0 .6rem; overflow-wrap: anywhere; }
.method { font: 700 .7rem/1 ui-monospace, monospace; letter-spacing: .03em; color: var(--get); }
.method.post { color: var(--post); } .method.put { color: var(--put); } .method.delete { color: var(--delete); } .method.patch { color: var(--patch); }
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
summary { cursor: pointer; padding: .3rem 0; }
.fields summary, .example summary { font-size: .875rem; color: var(--link); }
.answer { border-top: 1px solid var(--line); padding: .15rem 0; }
.answer > :not(summary) { margin-left: 1.1rem; }
.status { display: inline-block; min-width: 3.3rem; font: 700 .85rem ui-monospace, monospace; color: var(--soft); }
.s2 { color: var(--post); } .s4 { color: var(--put); } .s5 { color: var(--delete); }
.headers { font-size: .875rem; color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; }
td code { white-space: nowrap; }
@media (max-width: 60rem) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); } }
@media print { nav { display: none; } body { display: block; } }
`;
