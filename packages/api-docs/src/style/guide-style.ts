/** The guide: prose of at most 80 characters a line, code and tables as wide as they need. */
export const guideStyle = `
.guide main { width: 100%; max-width: 62rem; margin: 0 auto; }
.guide main > p, .guide main > ul, .guide main > ol { max-width: 42rem; }
.guide main h2 { font-size: 1.5rem; line-height: 1.25; margin: 3.5rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--line); letter-spacing: -.01em; }
.guide main h3 { font-size: 1.15rem; line-height: 1.3; margin: 2.25rem 0 .6rem; }
.guide main p { margin: 0 0 1rem; }
.guide main li { margin: .35rem 0; }
.guide main ul, .guide main ol { padding-left: 1.4rem; margin: 0 0 1rem; }
.guide .wide { margin: 1rem 0 1.5rem; }
.guide main > .code { margin: .5rem 0 1.25rem; }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; opacity: 0; }
h2:hover .anchor, h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
@media (hover: none) { .anchor { opacity: .7; } }
.guide .contents .level-2 { margin-top: .55rem; font-weight: 600; }
.guide .contents .level-3 a { padding-left: 1.3rem; color: var(--soft); font-weight: 400; }
.guide .contents .level-3 a[aria-current] { color: var(--ink); }
.guide main li.task { list-style: none; position: relative; }
.guide main li.task::before { content: ""; position: absolute; left: -1.4rem; top: .32em; width: .9rem; height: .9rem; border: 1.5px solid var(--soft); border-radius: 3px; }
@media (max-width: 60rem) { .guide .contents .level-3 { display: none; } .guide .contents .level-2 { margin: 0; font-weight: 500; } }
`;
