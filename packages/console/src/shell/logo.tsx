export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M7 16h8m0 0-3.5-3.5M15 16l-3.5 3.5M19 10v12m5-9v6" />
  </svg>
);
