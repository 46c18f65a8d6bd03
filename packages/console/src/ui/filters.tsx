/** Ways to narrow a list: links, so that each has an address and the browser's history goes back through them. */
export const Filters = ({
  label,
  choices,
}: {
  label: string;
  choices: readonly { label: string; href: string; isChosen: boolean }[];
}) => (
  <nav class="filters" aria-label={label}>
    {choices.map((choice) => (
      <a key={choice.href} href={choice.href} aria-current={choice.isChosen ? 'true' : undefined}>
        {choice.label}
      </a>
    ))}
  </nav>
);
