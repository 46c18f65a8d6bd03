/** The page made of the OpenAPI document: what is said of a call on the left, what is sent and comes back on the right. */
export const referenceStyle = `
.reference .contents h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.2rem 0 .3rem; }
.reference .contents h2 a { color: inherit; }
.reference .contents h2:first-child { margin-top: 0; }
.calls { list-style: none; margin: 0; padding: 0; }
.calls a, .reference .contents .calls a { display: grid; grid-template-columns: 3.2rem minmax(0, 1fr); gap: .4rem; align-items: baseline; color: var(--ink); text-decoration: none; }
.calls code { background: none; padding: 0; }
.reference main .calls { display: none; }
h1 small { font-size: .9rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }
.intro { columns: 2 28rem; column-gap: 3rem; }
.intro p { margin: 0 0 1rem; break-inside: avoid; }
.reference main > p { max-width: 46rem; }
.reference main > h2 { font-size: 1.5rem; margin: 3.5rem 0 .5rem; }
.reference h3 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .5rem; }
.reference h4 { font-size: .78rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); margin: 1.4rem 0 .3rem; }
.operation { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); grid-template-rows: auto 1fr; column-gap: 2.5rem; padding: 1.75rem 0; border-top: 1px solid var(--line); margin-top: 1.5rem; }
.lead { grid-area: 1 / 1; }
.said { grid-area: 2 / 1; max-width: 46rem; }
.lead p { margin: 0 0 .6rem; max-width: 46rem; }
.shown { grid-area: 1 / 2 / span 2; position: sticky; top: calc(var(--top) + 1rem); max-height: calc(100vh - var(--top) - 2rem); overflow-y: auto; }
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
@media (max-width: 75rem) { .operation { display: block; } .shown { position: static; max-height: none; margin-top: 1.2rem; } .shown pre { max-height: 24rem; } }
@media (max-width: 60rem) {
  .reference .contents h2, .reference .contents h2:first-child { margin: 0; text-transform: none; letter-spacing: 0; font-size: .875rem; font-weight: 500; }
  .reference .contents .calls { display: none; }
  .reference main .calls { display: block; margin: .75rem 0; }
  .reference main .calls a { padding: .4rem 0; }
}
@media print { .operation { display: block; } .shown, .shown pre { position: static; max-height: none; } }
`;
