type Answer = Record<string, unknown>;

/**
 * A courier's system with each fault that `delivery conform --courier` looks for: it has no keys and no claims, and reports
 * whatever the answers are.
 */
export const startFaultyCourier = (baseUrl: string, token: string): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = { method, headers, signal: stopping.signal, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${baseUrl}/courier/v1${path}`, sent);
    const read = (await answer.json()) as Answer;
    return answer.status === 503 ? call(method, path, body) : read;
  };
  const bring = async (id: string): Promise<void> => {
    const report = (action: string, body: object) => call('POST', `/deliveries/${id}/${action}`, body);
    const { sandbox } = await call('GET', `/deliveries/${id}`);
    await report('accept', {});
    for (const status of ['on_route_to_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered']) {
      const { handover_code: code } = sandbox as { handover_code: string | null };
      if (status === 'delivered' && code !== null) await report('handover', { code });
      await report('status', { status });
    }
  };
  const follow = async (): Promise<void> => {
    let { next_cursor: cursor } = await call('GET', '/events?after=latest');
    const { data: open } = await call('GET', '/deliveries?state=open');
    for (const { id } of open as { id: string }[]) await bring(id);
    while (!stopping.signal.aborted) {
      const page = await call('GET', `/events?wait=5&after=${String(cursor)}`);
      const events = page['data'] as { event: string; delivery_id: string }[];
      for (const one of events) if (one.event === 'delivery_offered') await bring(one.delivery_id);
      cursor = page['next_cursor'];
    }
  };
  const ended = follow().catch((error: unknown) => {
    // `fetch` fails with a TypeError once the command, through which it calls, has ended.
    if (!stopping.signal.aborted && !(error instanceof TypeError)) throw error;
  });
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
};
