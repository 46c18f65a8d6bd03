const keywords = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'inf',
  'nan',
]);

/** The metrics that a PromQL expression names: identifiers outside of strings, matchers, ranges and label lists. */
export const listMetricNames = (query: string): string[] => {
  const bare = query
    .replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const identifiers = [...bare.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)(?!\s*\()(?![\w:])/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(identifiers.filter((name) => !keywords.has(name.toLowerCase())))];
};

/** The series of a scrape's answer, from its TYPE lines: a metric without samples yet is exported all the same. */
export const listExported = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );

/** Metrics that the servers of these tests do not export, by the source of their names. */
export const exportedElsewhere: Readonly<Record<string, readonly string[]>> = {
  // RabbitMQ 4.2 and newer: /metrics/detailed?family=ra_metrics. Older ones end it in `_total`.
  'RabbitMQ 4.3.6': ['rabbitmq_detailed_raft_term'],
  // pkg/management/postgres/webserver/metricserver/pg_collector.go and, `cnpg_<query>_<column>`, config/manager/default-monitoring.yaml.
  CloudNativePG: [
    'cnpg_collector_up',
    'cnpg_collector_sync_replicas',
    'cnpg_backends_total',
    'cnpg_pg_replication_in_recovery',
    'cnpg_pg_replication_is_wal_receiver_up',
    'cnpg_pg_replication_lag',
    'cnpg_pg_replication_streaming_replicas',
    'cnpg_pg_settings_setting',
    'cnpg_pg_stat_archiver_last_archived_time',
    'cnpg_pg_stat_archiver_last_failed_time',
  ],
  // pkg/kubelet/metrics/collectors/volume_stats.go of Kubernetes.
  kubelet: ['kubelet_volume_stats_available_bytes', 'kubelet_volume_stats_capacity_bytes'],
};
