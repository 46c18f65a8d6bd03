const story = [
  { event: 'status_changed', status: 'ready', previous_status: 'created' },
  { event: 'delivery_requested', status: 'ready' },
  { event: 'status_changed', status: 'on_route_to_pickup', previous_status: 'ready' },
  { event: 'status_changed', status: 'at_pickup', previous_status: 'on_route_to_pickup' },
  { event: 'tracking_url_added', status: 'at_pickup', tracking_url: 'https://track.example.com/conform' },
  { event: 'status_changed', status: 'on_route_to_delivery', previous_status: 'at_pickup' },
  { event: 'status_changed', status: 'delivered', previous_status: 'on_route_to_delivery' },
] as const;

/** The sequence of the first event of each kind: every kind there is. */
export const sequencesOfEachKind = [1, 2, 5] as const;

/** The body of event number `sequence`, from 1, of an order that is delivered. */
export const eventBody = ({
  orderId,
  externalId,
  sequence,
}: {
  orderId: string;
  externalId: string;
  sequence: number;
}): Record<string, unknown> => {
  const { event, status, ...rest } = story[Math.min(sequence, story.length) - 1] ?? story[0];
  return {
    id: orderId,
    external_id: externalId,
    display_id: '0007',
    status,
    updated_at: new Date().toISOString(),
    external_data: {},
    event,
    ...rest,
  };
};
