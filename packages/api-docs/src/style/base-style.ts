/** Colours, texts, and what is around every page. Each pair of colours has a contrast of 4.5 at least, in both themes. */
export const baseStyle = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566173; --line: #dfe4ea; --paper: #fff; --side: #f6f8fa; --code: #f3f5f8; --link: #0b5cad; --chosen: #e4eefa; --mark: #fff0b3;
  --get: #0b63b8; --post: #16713f; --put: #8f5500; --delete: #b3261e; --patch: #7a3fb5; --event: #8a3d7c; --top: 3.25rem; --shell: 104rem; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9f0; --soft: #9aa7b8; --line: #2e3844; --paper: #12171d; --side: #171d25; --code: #1a212b; --link: #74b3ff; --chosen: #1e2f45; --mark: #5c4a00;
  --get: #5aa9ff; --post: #4cc38a; --put: #e0a458; --delete: #ff8a80; --patch: #c39bf0; --event: #e79ad6; } }
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--top) + 1rem); }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: 0; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; background: var(--paper); padding: .4rem .8rem; }
header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1.75rem; height: var(--top); padding: 0 max(clamp(1rem, 2vw, 2rem), calc((100vw - var(--shell)) / 2 + 1.5rem)); background: var(--paper); border-bottom: 1px solid var(--line); }
header .brand { font-weight: 700; color: var(--ink); text-decoration: none; white-space: nowrap; }
header .raw { font-size: .875rem; white-space: nowrap; }
.pages { display: flex; gap: .25rem; flex: 1; align-self: stretch; }
.pages a { display: flex; align-items: center; padding: 0 .65rem; color: var(--soft); text-decoration: none; font-size: .93rem; white-space: nowrap; border-block: 2px solid transparent; }
.pages a:hover { color: var(--ink); }
.pages a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--link); }
.shell { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); max-width: var(--shell); margin: 0 auto; }
.contents { position: sticky; top: var(--top); height: calc(100vh - var(--top)); overflow-y: auto; padding: 1.5rem 1rem 3rem clamp(1rem, 2vw, 2rem); border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.45; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents a { display: block; padding: .28rem .6rem; border-radius: 5px; color: var(--ink); text-decoration: none; }
.contents a:hover { background: var(--side); }
.contents a[aria-current] { background: var(--chosen); }
main { min-width: 0; padding: 2.25rem clamp(1.25rem, 3vw, 3.5rem) 6rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; letter-spacing: -.01em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
th.number, td.number { text-align: right; }
th { color: var(--soft); font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; }
td code { white-space: nowrap; }
@media (max-width: 60rem) {
  :root { --top: 2.7rem; }
  header { position: static; height: 3rem; gap: .5rem; }
  header .raw { display: none; }
  .pages a { padding: 0 .5rem; }
  .shell { grid-template-columns: minmax(0, 1fr); }
  .contents { z-index: 1; top: 0; height: var(--top); padding: 0 .75rem; display: flex; align-items: center; overflow-x: auto; white-space: nowrap; background: var(--paper); border-right: 0; border-bottom: 1px solid var(--line); }
  .contents ul { display: flex; }
  main { padding-top: 1.5rem; }
}
@media (max-width: 30rem) { header .brand { display: none; } .pages a:first-child { padding-left: 0; } }
@media print { header, .contents { display: none; } .shell { display: block; } }
`;
