import type { JSX } from 'preact';

/** How something is doing. Each has a colour, a shape and a word: no one of them alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'idle' | 'info';

const shapes: Readonly<Record<Tone, JSX.Element>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" class="fill" />
      <path d="m4.8 8.2 2.2 2.2 4.2-4.6" class="mark" />
    </>
  ),
  warn: (
    <>
      <path d="M8 1.2 15.4 14H.6z" class="fill" />
      <path d="M8 6v3.6M8 11.6v.6" class="mark" />
    </>
  ),
  bad: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" class="fill" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" class="mark" />
    </>
  ),
  idle: (
    <>
      <circle cx="8" cy="8" r="6" class="ring" />
      <path d="M5 8h6" class="line" />
    </>
  ),
  info: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="3" class="fill" />
      <path d="M5 8h6M8.4 5.2 11.2 8l-2.8 2.8" class="mark" />
    </>
  ),
};

export const ToneIcon = ({ tone }: { tone: Tone }) => (
  <svg class={`tone-icon tone-${tone}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {shapes[tone]}
  </svg>
);

export const Badge = ({ tone, children, title }: { tone: Tone; children: string; title?: string }) => (
  <span class={`badge tone-${tone}`} title={title}>
    <ToneIcon tone={tone} />
    {children}
  </span>
);

const paths = {
  now: 'M3 12h4l2.5-7 4.5 14 3-7h4',
  endpoints: 'M4 6h16v5H4zM4 13h16v5H4zM8 8.5h.01M8 15.5h.01',
  merchants: 'M4 10v9h16v-9M3 10l2-5h14l2 5zM9 19v-5h6v5',
  platforms: 'M9 9h6v6H9zM4 4h5v5M20 4h-5v5M4 20h5v-5M20 20h-5v-5',
  couriers: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 18h.01M17 18h.01',
  deadLetters: 'M4 6h16v12H4zM4 7l8 6 8-6',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  replays: 'M4 12a8 8 0 1 1 2.5 5.8M4 12V6M4 12h6',
  usage: 'M5 20V11M12 20V4M19 20v-6',
  activity: 'M5 5h.01M5 12h.01M5 19h.01M9 5h11M9 12h11M9 19h11',
  sessions: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 20c1-4 4-5 8-5s7 1 8 5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 21 21',
  signOut: 'M10 4H4v16h6M14 8l4 4-4 4M18 12H9',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M7 16h8m0 0-3.5-3.5M15 16l-3.5 3.5M19 10v12m5-9v6" />
  </svg>
);
