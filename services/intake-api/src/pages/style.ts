/** Styles of pages that are one file each: their policy names this text by its hash. */
export const style = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --ink: #1b2430; --soft: #55606f; --rule: #c9d0d9;
  --done: #0b6e4f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12161c; --card: #1c222b; --ink: #eef1f5; --soft: #aab4c2; --rule: #414b59; --done: #58c79f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
p, dl, ol { margin: 0; padding: 0; }
.merchant { font-weight: 600; }
.number, dt, .reload { color: var(--soft); }
.card { margin-top: 1rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--rule);
  border-radius: .75rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
.expected { margin-top: .5rem; font-size: 1.125rem; }
.expected time { font-weight: 600; }
.way { display: block; width: 100%; margin: 1rem 0 .25rem; fill: none; stroke-width: 3; }
.way .ahead { stroke: var(--rule); }
.way .behind { stroke: var(--done); }
.way .end { fill: var(--card); stroke: var(--soft); stroke-width: 2; }
.way .courier { fill: var(--done); stroke: var(--card); }
.map { display: block; width: 100%; height: 15rem; margin-top: 1rem; border: 0; border-radius: .5rem; }
.map.waiting { position: absolute; visibility: hidden; width: 15rem; }
.map:not(.waiting) + div .way { display: none; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); margin-top: 1.5rem; list-style: none;
  font-size: .8125rem; text-align: center; }
.steps li { position: relative; padding-top: 1.5rem; color: var(--soft); }
.steps li::before { content: ""; position: absolute; top: .4rem; left: -50%; right: 50%; height: .2rem; z-index: 0;
  background: var(--rule); }
.steps li:first-child::before { display: none; }
.steps li::after { content: ""; position: absolute; top: 0; z-index: 1; left: calc(50% - .5rem); width: 1rem;
  height: 1rem; border-radius: 50%;
  background: var(--card); border: .2rem solid var(--rule); }
.steps .done { color: var(--ink); }
.steps .done::before { background: var(--done); }
.steps .done::after { background: var(--done); border-color: var(--done); }
.steps [aria-current] { font-weight: 600; }
.steps time { display: block; color: var(--soft); font-weight: 400; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1rem; }
dd { margin: 0; }
a { color: inherit; }
button { width: 100%; margin-top: 1.25rem; padding: .75rem 1rem; border: 0; border-radius: .5rem;
  background: var(--done); color: var(--card); font: inherit; font-weight: 600; }
.reload { margin-top: 1rem; font-size: .875rem; }
`;
