/** The broker's counters since its start, all vhosts together. */
export type BrokerCounters = { publishes: number; confirms: number; acks: number };

/** Read from the broker's global counters, which are current, where the management API is late by seconds. */
export const readBrokerCounters = async (): Promise<BrokerCounters> => {
  const response = await fetch(process.env['TEST_RABBITMQ_PROMETHEUS_URL'] ?? '');
  if (!response.ok) throw new Error(`the broker's Prometheus endpoint answered ${response.status}`);
  const lines = (await response.text()).split('\n');
  const sumOf = (name: string): number =>
    lines
      .filter((line) => line.startsWith(`rabbitmq_global_messages_${name}_total{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return { publishes: sumOf('received'), confirms: sumOf('confirmed'), acks: sumOf('acknowledged') };
};
