/** The text for a replay and an erasure. */
export const describeActor = ({ name, reason }: { name: string | null; reason: string | null }): string =>
  `operator ${name}: ${reason}`;
