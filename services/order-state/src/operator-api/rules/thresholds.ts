/** When something is a concern: the same bounds as the alerts of deploy/prometheus/alerts.yml, held to them by a test. */
export const thresholds = {
  /** DeliveriesOverdue, critical. */
  overdueSeconds: 120,
  /** QueueGrowing, warning: and growing. */
  queueMessages: 1_000,
  /** DeadLetters, warning: more than that. */
  deadLetters: 0,
  /** BreakerStorm, critical: at least that many, and more than that share of all. */
  probingMin: 5,
  probingShare: 0.2,
  /** WebhooksFailing, warning: of the attempts of a quarter of an hour. */
  failedShare: 0.5,
  /** PartitionDaysRunningOut, warning: fewer than that. */
  daysAhead: 2,
  /** RetentionOverdue, warning: more than that. */
  retentionOverdueSeconds: 86_400,
} as const;

/** Of the alert WebhooksFailing. */
export const failedWindowSeconds = 900;
/** Of the alert QueueGrowing. */
export const growthWindowSeconds = 600;
