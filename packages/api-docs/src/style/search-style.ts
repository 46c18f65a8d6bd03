/** The search, which the page's script adds. */
export const searchStyle = `
button.search { display: flex; align-items: center; gap: .9rem; font: .875rem/1 system-ui, sans-serif; color: var(--soft); background: var(--side); border: 1px solid var(--line); border-radius: 6px; padding: .45rem .5rem .45rem .7rem; cursor: pointer; }
button.search:hover { border-color: var(--soft); color: var(--ink); }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: .15rem .4rem; background: var(--paper); }
dialog.search { width: min(42rem, calc(100vw - 2rem)); margin: 10vh auto auto; padding: 0; border: 1px solid var(--line); border-radius: 10px; color: var(--ink); background: var(--paper); box-shadow: 0 1rem 3rem rgb(0 0 0 / .3); }
dialog.search::backdrop { background: rgb(10 15 20 / .45); }
dialog.search input { width: 100%; font: 1.05rem/1.4 system-ui, sans-serif; padding: .9rem 1.1rem; border: 0; border-bottom: 1px solid var(--line); border-radius: 10px 10px 0 0; color: inherit; background: none; outline-offset: -2px; }
dialog.search p { margin: 0; padding: .5rem 1.1rem; font-size: .8rem; color: var(--soft); }
dialog.search [role=listbox] { padding: 0 .5rem .5rem; max-height: 60vh; overflow-y: auto; }
dialog.search a { display: grid; padding: .5rem .6rem; border-radius: 6px; color: inherit; text-decoration: none; }
dialog.search a[aria-selected=true], dialog.search a:hover { background: var(--chosen); }
dialog.search .place { font-size: .75rem; color: var(--soft); }
dialog.search .excerpt { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
mark { color: var(--ink); background: var(--mark); border-radius: 2px; }
@media (max-width: 60rem) { button.search { padding: .45rem .6rem; } button.search kbd { display: none; } dialog.search { margin-top: 1rem; } }
`;
