/** Generated from docs/openapi.json by `npm run contract`. */
export type paths = {
  '/v1/external-orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List orders, newest first
     * @description Orders that are added meanwhile do not disturb the pages. With `updated_since` the oldest change comes first, so an order that changes while you read pages appears again: keep the last `updated_at` you saw, and start a minute before it the next time.
     */
    get: operations['listOrders'];
    put?: never;
    /**
     * Create an order
     * @description A 201 means that the order is durable. A repeat is always safe: it returns the same `id`, however often and concurrently it is sent. Unknown fields are ignored, and named in `Ignored-Fields`.
     */
    post: operations['createOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Validate an order
     * @description Checks the body like a create, and looks for probable mistakes. Nothing is stored or sent. It does not check whether the `external_id` is used.
     */
    post: operations['validateOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an order */
    get: operations['getOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change an order
     * @description A JSON Merge Patch (RFC 7396), sent as `application/json` or `application/merge-patch+json`: absent fields stay, `null` removes a field, a list is replaced as a whole. Either all changes of a request are made, or none. If nothing changes, the answer is 200 and no event is sent.
     */
    patch: operations['changeOrder'];
    trace?: never;
  };
  '/v1/external-orders/{id}/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mark an order as ready
     * @description Asks for a courier. No body is needed, and any body is ignored. Ready already: 200, and no event.
     */
    post: operations['markOrderReady'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an order
     * @description Possible until pickup. If it is canceled already, the answer is 200 without an event. An unknown field is 400.
     */
    post: operations['cancelOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}/problems/{problem_id}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a problem of the courier
     * @description Tells the courier what to do; the status does not change. The first answer counts: a repeat is 200, a different one is 409. After the order’s end, or a release by the courier’s system, it is 409, too.
     */
    post: operations['answerProblem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events of an order
     * @description Every event with the body of its webhook, and every refused request, in the order in which they happened.
     */
    get: operations['listOrderEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}/lanes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the webhooks of an order by endpoint
     * @description The commands and events of the order, and a lane for each endpoint: its deliveries in sequence, their attempts, where the time went, and why a delivery waits.
     */
    get: operations['getOrderLanes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/external-orders/{id}/position': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the position of the courier
     * @description Accurate to a hundred meters, while the order is on its way to the customer. With `wait` the call waits for the first position, with `after` for a newer one; if none arrives, the answer has the last one.
     */
    get: operations['getOrderPosition'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the summary
     * @description Orders and webhooks of the last 24 hours by their current state, and the health of each endpoint. The newest 10,000 of each are counted.
     */
    get: operations['getSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search
     * @description An order by its whole id, `external_id`, `display_id`, a `webhook-id` or the id of a delivery, or by its customer’s phone number, with or without the country’s code, or the last four digits. An endpoint by its id or a part of its URL.
     */
    get: operations['searchOrders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/order-times': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read order times
     * @description How long orders took from step to step, by the day on which they ended. The average of a part is `seconds` / `orders`: it counts orders whose two steps are known and at most 24 hours apart. A step counts from the time when the service learned of it. An order counts once, when it ends. Sums are at most ten seconds old; if a process of the service crashes, its last ten seconds are missing. The CSV has the same rows, in UTF-8 with a byte order mark.
     */
    get: operations['getOrderTimes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events of all orders
     * @description The events of all your orders in one sequence: no event is inserted before one that was shown, and events of an order are sorted by `sequence`. Store `next_cursor` with your work, and continue there: you miss nothing and see nothing twice.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/stores': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your stores */
    get: operations['listStores'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/stores/{ref}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a store */
    get: operations['getStore'];
    /**
     * Add or replace a store
     * @description At most 1,000 per merchant. Orders under way are fetched where the store is now. Safe to repeat.
     */
    put: operations['putStore'];
    post?: never;
    /**
     * Delete a store
     * @description Orders that name it keep the name; their `store` is `null`.
     */
    delete: operations['deleteStore'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read your contacts */
    get: operations['getContacts'];
    /**
     * Replace your contacts
     * @description At most five. Each address first gets a mail with a link, at most one a day, and no other mail until it confirms there. It then gets a mail when an endpoint has failed for a quarter of an hour, when a till does not poll, when we disable an endpoint, and when the endpoint recovers: one per incident, at most four an hour. A contact that stays in the list stays confirmed. To get a lost link again, put the same list again.
     */
    put: operations['putContacts'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List changes and their authors
     * @description Changes of your endpoints, stores, tokens and settings, newest first: values before and after, the author, the credential and the address, but no secrets. Operators appear without a name.
     */
    get: operations['listOwnActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the people who may sign in to the portal
     * @description This needs a session with the scope `full` that did not begin with key and token: access that outlives a token must not come from it.
     */
    get: operations['listPeople'];
    put?: never;
    /**
     * Invite a person to the portal
     * @description The person gets a mail with a link that works once, within three days. Later the sign-in page of the portal mails links, each for a session of 30 days. At most 50 people, 20 invitations a day. This needs a session with the scope `full` that did not begin with key and token: access that outlives a token must not come from it.
     */
    post: operations['invitePerson'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/people/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a person
     * @description The person’s sessions and links end, on every replica within two seconds. This needs a session with the scope `full` that did not begin with key and token: access that outlives a token must not come from it.
     */
    delete: operations['removePerson'];
    options?: never;
    head?: never;
    /**
     * Give a person another role
     * @description The person’s sessions end, unless the role is the same. This needs a session with the scope `full` that did not begin with key and token: access that outlives a token must not come from it.
     */
    patch: operations['changePerson'];
    trace?: never;
  };
  '/v1/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read your settings */
    get: operations['getSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change your settings
     * @description Your operator and your platform can change them, too: the last one counts. Safe to repeat.
     */
    patch: operations['changeSettings'];
    trace?: never;
  };
  '/v1/oauth-clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your OAuth clients */
    get: operations['listOAuthClients'];
    put?: never;
    /**
     * Add an OAuth client
     * @description For a till that uses access tokens instead of key and token: `POST /oauth/token` returns one for an hour. At most five per merchant. Only this answer shows the secret.
     */
    post: operations['createOAuthClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/oauth-clients/{client_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an OAuth client
     * @description Its access tokens open nothing any more within five seconds, on every replica.
     */
    delete: operations['deleteOAuthClient'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your endpoints */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Add an endpoint
     * @description At most 25, and at most five that could get the same event. Each push endpoint needs another URL, and gets later events. An endpoint of `"type": "pull"` has no URL: its webhooks wait until you fetch them, for clients that cannot be reached from outside.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/by-reference/{reference}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Add an endpoint, or change it to what it should be
     * @description For deployments: a repeat changes nothing. The endpoint keeps its `reference`, type and format; another type or format is refused. Concurrent calls make one endpoint; if it is deleted meanwhile: 404.
     */
    put: operations['ensureWebhookEndpoint'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an endpoint */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete an endpoint
     * @description Its waiting webhooks are skipped.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Change some settings of an endpoint
     * @description Absent fields stay, so concurrent changes of different settings do not undo each other; of one setting, the last change counts. With a URL of another origin send the `header` again, or `null`. The secret stays. Waiting webhooks go to the new URL; webhooks in flight end at the old one. The type cannot change; a pull endpoint has no URL and no header.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read charts of an endpoint
     * @description The last hour minute by minute, or the last day in steps of four minutes, with the success rate, answer times and the newest failure of the day. Counts are up to a minute late. If a process is killed, its counts of the last minute are lost.
     */
    get: operations['getWebhookEndpointHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test webhook
     * @description Sends one signed example about an order that does not exist (id of 24 zeros): of the event that you name, else of the first one of the endpoint. Works for a disabled endpoint, but not for a pull endpoint. One at a time per endpoint, and ten a minute for all of yours; then 429. No body is needed.
     */
    post: operations['testWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a new secret or key
     * @description The old key also signs for 24 h: webhooks have one signature per live key. So `signature` changes the algorithm without a pause: give your receiver the new key within that time. A rotation that would leave more than five keys is 409. No body is needed.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-keys/{owner_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the public keys of an owner
     * @description The current ed25519 keys of the endpoints of a merchant, a platform or a courier’s system, for receivers that fetch keys by themselves. No credentials are needed; the answer can be cached for five minutes. An unknown owner has no keys.
     */
    get: operations['getWebhookKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable an endpoint
     * @description Held webhooks are sent in order, slowly at first. If the endpoint is enabled already, nothing changes. No body is needed.
     */
    post: operations['enableWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/catch-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Catch up an endpoint
     * @description Sends the webhooks whose last attempt failed without waiting for their next attempt, in order, as many at once as the window allows. These attempts do not count. With `since` a replay sends again, behind it, what was given up since then. Repeated after that replay has ended, the call sends it once more. No body is needed.
     */
    post: operations['catchUpWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/waiting': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count what waits for an endpoint
     * @description The number of webhooks that a catch-up would send now and of their orders, counted to 100,000, and an estimate of the time. With `since`, an order that also has exhausted webhooks counts twice. If the endpoint is disabled, its held webhooks are counted: enabling the endpoint sends them.
     */
    get: operations['getWaitingWebhooks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disable an endpoint
     * @description From now on its webhooks are held, none is lost. No body is needed.
     */
    post: operations['disableWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetch webhooks of a pull endpoint
     * @description Each message is the webhook as it would have been posted: verify it in the same way. No other poll gets it until `visible_until`; ack it before. Otherwise it is available again with the next `attempt`: at once the first time, then by the schedule of webhooks, until it is `exhausted`. The next event of an order follows once the one before is acked. With `wait` the call waits for a message. At most 256 are unacked at once. A disabled endpoint hands out nothing.
     */
    get: operations['pullWebhooks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{id}/ack': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ack webhooks of a pull endpoint
     * @description Works like a 2xx of a push endpoint: the message is not sent again, and the next event of its order can follow. An ack after `visible_until` counts. A repeat changes nothing.
     */
    post: operations['ackWebhooks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhook deliveries, newest first */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a delivery with its attempts */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries/{id}/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the requests of a delivery, as they were sent
     * @description Requests are not stored, but rebuilt by the code that sent them. `unknown` names missing parts.
     */
    get: operations['getWebhookDeliveryRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries/{id}/send-now': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a waiting delivery now
     * @description Sends the first unsettled delivery of its order and endpoint at once; the others follow in order. The attempt does not count. A delivery in flight stays as it is.
     */
    post: operations['sendWebhookDeliveryNow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send one delivery again
     * @description With the same `webhook-id` and body, by the whole schedule of retries. Live events do not wait for it.
     */
    post: operations['replayWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-replays': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List replays, newest first */
    get: operations['listWebhookReplays'];
    put?: never;
    /**
     * Send several deliveries again
     * @description A range: deliveries that were created from `since` on and before `until`, a few at a time, after live webhooks that are due. It continues after a restart of the service. While it runs, the same range is the same replay.
     *
     *     Or the deliveries of `delivery_ids`. Those that are not settled, or are being replayed, are left out; if none remains, the call is refused.
     *
     *     Five replays, and a thousand of single deliveries, can run at once; then 429.
     */
    post: operations['createWebhookReplay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-replays/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a replay
     * @description The number of deliveries and of their orders, and an estimate of the time. Nothing changes. At most 100,000 deliveries of the range are counted. With the `token` as `Preview-Token`, the replay is refused if this has changed. Refused if counts differ by more than a tenth and ten, or an endpoint was switched or has another URL. Of named deliveries, each counts.
     */
    post: operations['previewWebhookReplay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-replays/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the progress of a replay */
    get: operations['getWebhookReplay'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/orders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the next possible statuses
     * @description The possible next statuses of an order, the effect of an empty advance, and the next step of its scenario.
     */
    get: operations['getSandboxOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/orders/{id}/advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set the status of an order
     * @description Acts as the courier. An empty body takes the next step to `delivered`. From the first call on, simulated couriers leave the order alone; a report of theirs that is under way may still arrive.
     */
    post: operations['advanceSandboxOrder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/webhook-endpoints/{id}/inject-fault': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try your receiver with a fault
     * @description The fault is sent once, beside the next suitable webhook; twice at most if a part of the service dies at that moment. A `gap` waits for an event that another event of its order follows. Your receiver’s answer to the fault does not affect the webhook, and `last_fault` shows it. A new fault replaces one that was not sent yet.
     */
    post: operations['injectFault'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Identify the caller
     * @description With a session also: until when?
     */
    get: operations['getSession'];
    put?: never;
    /**
     * Begin a session, for a page
     * @description Exchanges key and token for a cookie that no script can read, for 12 hours, with the same rights and limits. The session ends on every replica within seconds when it is ended or its token is revoked.
     *
     *     A portal link begins one session of one merchant. Operators and platforms make links for a session of 12 hours; links in mails are of a person, for one of 30 days. `link` is what is behind `#link=` or `#mailed-link=` in its address. With `scope: "read"` the session changes nothing: such a call is `read_only_session`.
     *
     *     With `merchant_id`, a session that began with a platform’s link and `may_switch` goes on to another merchant of the platform. It ends; the new one has its rights and end.
     *
     *     A change by cookie must come from a page of this origin. A program sends its credentials with each call instead.
     */
    post: operations['signIn'];
    /** End the session of this browser */
    delete: operations['signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/mail-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a sign-in link sent by mail, for a page
     * @description A person’s address gets one mail with a link for each of their merchants and platforms, three an hour at most. Each link works once, within 15 minutes. The answer is the same for every address.
     */
    post: operations['askForLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/merchants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List merchants of the session
     * @description The platform’s merchants in the mode of the session, the worst first; none if the platform has not allowed it.
     */
    get: operations['listMerchants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The platform at a glance
     * @description About the platform of a session with `may_switch`. Orders under way and late, how endpoints are doing, and the twenty merchants whose endpoints do worst.
     */
    get: operations['getPlatformSummary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your endpoints
     * @description About the platform of a session with `may_switch`.
     */
    get: operations['listPlatformEndpoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook deliveries, newest first
     * @description About the platform of a session with `may_switch`.
     */
    get: operations['listPlatformDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/webhook-deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery with its attempts
     * @description About the platform of a session with `may_switch`.
     */
    get: operations['getPlatformDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/webhook-deliveries/{id}/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the requests of a delivery, as they were sent
     * @description About the platform of a session with `may_switch`. Requests are not stored, but rebuilt by the code that sent them. `unknown` names missing parts.
     */
    get: operations['getPlatformDeliveryRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/platform/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How much did each merchant have in a month?
     * @description About the platform of a session with `may_switch`. Orders and webhooks by what happened in that month, also of orders that were purged since. A merchant without any is not in it. Counts are at most ten seconds old. The CSV has all merchants in order of `merchant_id`: UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with an apostrophe.
     */
    get: operations['listPlatformUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type webhooks = {
  status_changed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The status of an order changed */
    post: operations['onStatusChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  tracking_url_added: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An order can be tracked */
    post: operations['onTrackingUrlAdded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  delivery_requested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An order became ready */
    post: operations['onDeliveryRequested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  order_changed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The content of an order changed; only for endpoints that name this event */
    post: operations['onOrderChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  order_due: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** It is time to prepare an order; only for endpoints that name this event */
    post: operations['onOrderDue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  order_late: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An order has not come to a step in time, once for a `delivery_time`; only for endpoints that name this event */
    post: operations['onOrderLate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  courier_assigned: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A courier is named, or another one is; only for endpoints that name this event */
    post: operations['onCourierAssigned'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  courier_unassigned: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The courier gave an order back; only for endpoints that name this event */
    post: operations['onCourierUnassigned'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  courier_not_found: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** No courier accepts an order that is ready; only for endpoints that name this event */
    post: operations['onCourierNotFound'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  eta_changed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The courier is expected at another time; only for endpoints that name this event */
    post: operations['onEtaChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  proof_added: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A proof of the delivery was added; only for endpoints that name this event */
    post: operations['onProofAdded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  customer_erased: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The customer’s data of an order was erased; only for endpoints that name this event */
    post: operations['onCustomerErased'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  delivery_problem: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A courier has a problem that you can answer; only for endpoints that name this event */
    post: operations['onDeliveryProblem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  endpoint_failing: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An endpoint fails; only for other endpoints that name this event */
    post: operations['onEndpointFailing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  endpoint_recovered: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** An endpoint that failed answers again; only for other endpoints that name this event */
    post: operations['onEndpointRecovered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  endpoint_disabled: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The system disabled an endpoint; only for other endpoints that name this event */
    post: operations['onEndpointDisabled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  endpoint_not_fetching: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Nothing fetches from a pull endpoint; only for other endpoints that name this event */
    post: operations['onEndpointNotFetching'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  endpoint_fetching: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A pull endpoint is fetched from again; only for other endpoints that name this event */
    post: operations['onEndpointFetching'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  delivery_exhausted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Webhooks to an endpoint were given up; at most one an hour; only for other endpoints that name this event */
    post: operations['onDeliveryExhausted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  rate_limited: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Calls of the merchant were refused with 429; at most one an hour; only for endpoints that name this event */
    post: operations['onRateLimited'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type components = {
  schemas: {
    /** @description Assigned by the service: 24 hexadecimal characters, the same for merchants and couriers. */
    OrderId: string;
    /** @description `created`, `ready`, `on_route_to_pickup`, `at_pickup`, `on_route_to_delivery`, `at_delivery`, `delivery_failed`, `delivered`, `returned`, `canceled`; more may come. */
    OrderStatus:
      | 'created'
      | 'ready'
      | 'on_route_to_pickup'
      | 'at_pickup'
      | 'on_route_to_delivery'
      | 'at_delivery'
      | 'delivery_failed'
      | 'delivered'
      | 'returned'
      | 'canceled';
    /**
     * @description `delivered`: A courier is found, a tracking URL is set, and the order is delivered.
     *
     *     `no_courier`: No courier is found: the order is canceled, with the reason `no_courier`.
     *
     *     `courier_gave_up`: The first courier gives up and the order is `ready` again; a second one delivers it.
     *
     *     `canceled_after_pickup`: The courier is at the pickup when the order is canceled.
     *
     *     `delivery_failed_returned`: The customer does not open the door: `delivery_failed`, then `returned`.
     *
     *     `every_report`: The courier has a name, times of arrival and a position, reports the problem `no_access` at the door, and waits for your answer. Then it delivers in any case, with a picture as proof.
     *
     *     `late`: As `delivered`, and every step takes three times as long.
     *
     *     `tracking_only`: The tracking URL is set and replaced while the status stays `ready`; all statuses are reported at the end.
     *
     *     `stuck`: A courier is found and goes to the pickup; nothing is ever heard again.
     *
     *     `no_simulation`: Simulated couriers stay away: the order stays `ready` until another system accepts it, or you move it. More may come.
     */
    SandboxScenario:
      | 'delivered'
      | 'no_courier'
      | 'courier_gave_up'
      | 'canceled_after_pickup'
      | 'delivery_failed_returned'
      | 'every_report'
      | 'late'
      | 'tracking_only'
      | 'stuck'
      | 'no_simulation';
    Reason: {
      /** @description Stable and machine-readable. `customer_canceled`: the customer does not want it any more; `out_of_stock`: an item is missing; `problem_at_merchant`: the store cannot make it; `no_courier`: no courier was found; `courier_no_show`: the courier did not come to the store; `accepted_too_late`: a courier accepted it too late; `wrong_pickup`: the courier took another order; `problem_resolution`: it settles a problem; `separated`: it is not delivered with another order any more; `other`: see the message; `customer_absent`: no one opened the door; `address_unknown`: the door was not found; `not_ordered`: the customer did not order it; `wrong_items`: it holds other items; `missing_items`: items are missing; `damaged`: it was damaged or opened; `late`: it came too late; `payment_problem`: the customer could not pay; `already_paid`: the customer says that it is paid; `not_paid`: it was handed over without payment; `theft`: it was stolen, or the order was fraudulent; `courier_gave_up`: the courier cannot go on. Other codes are taken as they are. */
      code: string;
      /** @description For people. Must not contain customers’ data: it is sent in webhooks. */
      message?: string;
    };
    Customer: {
      name: string;
      /** @description 8 to 15 digits. It may be a masked 0800 number, which asks for a code. */
      phone: string;
    };
    Address: {
      /** @description ISO 3166-1 alpha-2, e.g. `BR`. */
      country: string;
      /** @description May be absent where a country has none. */
      state?: string | null;
      city: string;
      neighborhood?: string | null;
      street: string;
      /** @description Text, so that `S/N` is possible. */
      number: string;
      zip_code?: string | null;
      complement?: string | null;
      coordinates: components['schemas']['Coordinates'];
    };
    /** @description Decimal degrees. Not 0, 0. */
    Coordinates: {
      /** Format: double */
      latitude: number;
      /** Format: double */
      longitude: number;
    };
    Payment: {
      /**
       * Format: int64
       * @description Already paid, in cents. Equals the sum of the ONLINE methods.
       */
      prepaid: number;
      /**
       * Format: int64
       * @description To be collected at the door, in cents. Equals the sum of the OFFLINE methods.
       */
      pending: number;
      /** @description May be `[]` when nothing is due. The values add up to `prepaid` + `pending`. */
      methods: components['schemas']['PaymentMethod'][] | null;
    };
    PaymentMethod: {
      /**
       * Format: int64
       * @description In cents.
       */
      value: number;
      /** @enum {string} */
      method:
        | 'CARD'
        | 'CASH'
        | 'PIX'
        | 'CREDIT'
        | 'DEBIT'
        | 'MEAL_VOUCHER'
        | 'FOOD_VOUCHER'
        | 'DIGITAL_WALLET'
        | 'OTHER';
      /**
       * @description ONLINE: already paid. OFFLINE: paid at the door; CASH always is.
       * @enum {string}
       */
      type: 'ONLINE' | 'OFFLINE';
      /** @description Only with method CASH. */
      cash?: components['schemas']['Cash'] | null;
    };
    Cash: {
      /**
       * Format: int64
       * @description The amount that the customer pays with, in cents. At least `value`; 0: no change is needed.
       */
      change_for?: number | null;
    };
    Item: {
      description: string;
      /** Format: int64 */
      quantity: number;
      notes?: string | null;
      sub_items?: components['schemas']['SubItem'][] | null;
    };
    SubItem: {
      description: string;
      /** Format: int64 */
      quantity: number;
      notes?: string | null;
    };
    Extras: {
      /** @description Name of the platform where the order came from. */
      origin?: string | null;
      /** @description Code to enter when the phone is a masked 0800 number. */
      localizer?: string | null;
      /** @description Telephone number of a central. */
      central?: string | null;
      /** @description Id of the order in that platform. */
      order_id?: string | null;
    };
    OAuthClientId: string;
    CreateOAuthClient: {
      name: string;
    };
    OAuthClient: {
      client_id: components['schemas']['OAuthClientId'];
      name: string;
      /** Format: date-time */
      created_at: string;
    };
    OAuthClientCreated: {
      client_id: components['schemas']['OAuthClientId'];
      name: string;
      /** Format: date-time */
      created_at: string;
      client_secret: string;
    };
    OAuthClientList: {
      data: components['schemas']['OAuthClient'][];
    };
    /** @description The merchant’s own name of the store. */
    StoreRef: string;
    StoreAddress: {
      /** @description ISO 3166-1 alpha-2, e.g. `BR`. */
      country: string;
      /** @description May be absent where a country has none. */
      state?: string | null;
      city: string;
      neighborhood?: string | null;
      street: string;
      /** @description Text, so that `S/N` is possible. */
      number: string;
      zip_code?: string | null;
      complement?: string | null;
      /** @description Decimal degrees. Not 0, 0. */
      coordinates: {
        /** Format: double */
        latitude: number;
        /** Format: double */
        longitude: number;
      };
    };
    /** @description The whole store. */
    StoreSettings: {
      name: string;
      phone: string;
      address: components['schemas']['StoreAddress'];
      /**
       * @description Orders that name no store are fetched here. A merchant has one default: setting it takes it from the other.
       * @default false
       */
      default: boolean;
    };
    /** @description Where couriers fetch orders. */
    Store: {
      ref: components['schemas']['StoreRef'];
      name: string;
      phone: string;
      address: components['schemas']['Address'];
      /** @description Orders that name no store are fetched here. A merchant has one default: setting it takes it from the other. */
      default: boolean;
    };
    StoreList: {
      data: components['schemas']['Store'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    /** @description An order to be delivered. Unknown fields are ignored, and named in `Ignored-Fields`. For an optional field `null`, `""`, `[]`, `{}` and absent are equal. */
    ExternalOrder: {
      /** @description The merchant’s own id of the order. Unique per merchant, also when the order is gone: it makes repeating safe. */
      external_id: string;
      /** @description The short number that people say. Comes back unchanged. */
      display_id: string;
      customer: components['schemas']['Customer'];
      address: components['schemas']['Address'];
      payment: components['schemas']['Payment'];
      /** @description May be absent or empty. */
      items?: components['schemas']['Item'][] | null;
      /** @description Notes for the courier, such as “second door on the left”. Only the system that has the delivery reads them. */
      delivery_notes?: string | null;
      /** @description The size of the delivery, which couriers’ systems see before they accept it. */
      load?: {
        /** @description The smallest kind of vehicle that can carry it. */
        vehicle?: ('foot' | 'bicycle' | 'motorcycle' | 'car' | 'van' | 'other') | null;
        /**
         * Format: int64
         * @description In grams.
         */
        weight?: number | null;
        /**
         * Format: int64
         * @description Number of bags and boxes.
         */
        bags?: number | null;
      } | null;
      extras?: components['schemas']['Extras'] | null;
      /** @description Yours: at most 8 KiB of JSON, comes back in every webhook as the very text that was sent. */
      external_data?: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: date-time
       * @description RFC 3339 with any offset; comes back in UTC with `Z`. At most 30 days ahead. A past time is accepted; if it is more than a day ago, `Doubtful-Fields` names it.
       */
      delivery_time?: string | null;
      /** @description The store where couriers pick it up; absent: your default. It can be added later: until then `store` is `null`. */
      store_ref?: components['schemas']['StoreRef'] | null;
      /** @description The code that the customer gives the courier: 4 to 8 digits, or `generate` for six digits that you read on the order. Absent: none. */
      handover?: {
        code: 'generate' | string;
      } | null;
    };
    /** @description The id is yours to keep: every other call takes it. */
    OrderCreated: {
      id: components['schemas']['OrderId'];
    };
    OrderValidation: {
      /** @description Whether creation would take the body. */
      valid: boolean;
      /** @description As in the problem that creation would be answered with. */
      errors: components['schemas']['FieldError'][];
      /** @description Probable mistakes, accepted as they are: `unknown_field`, `coordinates_swapped`, `coordinates_outside_country`, `delivery_time_in_past`, `store_not_found`. */
      warnings: components['schemas']['FieldError'][];
      /** @description Whether a courier’s system delivers to the address. `paused`: all that do have paused; `none`: none does; `unknown`: no system serves you, the address is faulty, or the check timed out. `covered`, `paused`, `none`, `unknown`; more may come. */
      coverage: 'covered' | 'paused' | 'none' | 'unknown';
    };
    /** @description Taken and durable; it will be applied. */
    OrderAccepted: {
      id: components['schemas']['OrderId'];
    };
    /** @description Absent fields stay; `null` removes a field. Other fields cannot be changed: cancel the order and create another. */
    OrderChanges: {
      customer?: {
        phone?: string;
      };
      address?: {
        number?: string;
        complement?: string | null;
        /** @description As a whole. */
        coordinates?: components['schemas']['Coordinates'];
      };
      /** @description As a whole. */
      payment?: components['schemas']['Payment'];
      /** @description As a whole, with their `notes`. */
      items?: components['schemas']['Item'][] | null;
      /** Format: date-time */
      delivery_time?: string | null;
      delivery_notes?: string | null;
    };
    CancelReason: {
      /** @description Stable and machine-readable. `customer_canceled`: the customer does not want it any more; `out_of_stock`: an item is missing; `problem_at_merchant`: the store cannot make it; `no_courier`: no courier was found; `courier_no_show`: the courier did not come to the store; `accepted_too_late`: a courier accepted it too late; `wrong_pickup`: the courier took another order; `problem_resolution`: it settles a problem; `separated`: it is not delivered with another order any more; `other`: see the message. Other codes are taken as they are. */
      code: string;
      message?: string | null;
    };
    CancelRequest: {
      reason?: components['schemas']['CancelReason'] | null;
    };
    OrderSummary: {
      id: components['schemas']['OrderId'];
      external_id: string;
      display_id: string;
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
    };
    /** @description By when the order should have come to each step, counted back from its `delivery_time`. */
    OrderDue: {
      /** Format: date-time */
      ready_by: string;
      /** Format: date-time */
      picked_up_by: string;
      /**
       * Format: date-time
       * @description Its `delivery_time`.
       */
      delivered_by: string;
    };
    Courier: {
      name: string;
      /** @description `foot`, `bicycle`, `motorcycle`, `car`, `van`, `other`; more may come. */
      vehicle: 'foot' | 'bicycle' | 'motorcycle' | 'car' | 'van' | 'other';
    };
    Eta: {
      /** Format: date-time */
      pickup_at?: string;
      /** Format: date-time */
      delivery_at?: string;
    };
    Handover: {
      code: string;
      /** @description `open`, `confirmed`, `locked`; more may come. */
      state: 'open' | 'confirmed' | 'locked';
    };
    Proof: {
      /**
       * @description `picture`, `signature`, `identity_document`, `other`; more may come.
       * @default other
       */
      kind: 'picture' | 'signature' | 'identity_document' | 'other';
      /** Format: uri */
      url: string;
      /** Format: date-time */
      expires_at: string;
    };
    OrderProblem: {
      id: number;
      /** @description Stable and machine-readable. `customer_absent`: no one opened the door; `address_unknown`: the door was not found; `not_ordered`: the customer did not order it; `wrong_items`: it holds other items; `missing_items`: items are missing; `damaged`: it was damaged or opened; `late`: it came too late; `payment_problem`: the customer could not pay; `already_paid`: the customer says that it is paid; `not_paid`: it was handed over without payment; `theft`: it was stolen, or the order was fraudulent; `courier_gave_up`: the courier cannot go on; `other`: see the message; `no_access`: the courier cannot get to the door; `not_ready`: the courier waits for it at the store. Other codes are taken as they are. */
      kind: string;
      /** @description The words of the courier. `null`: none, or they were erased. */
      text: string | null;
      /** Format: date-time */
      at: string;
      /** @description `open`: the courier waits for an answer. `closed`: unanswered when the order ended or its system released it. `open`, `answered`, `closed`; more may come. */
      state: 'open' | 'answered' | 'closed';
      answer: {
        /** @description `retry`: try again; `leave_at_door`: leave it at the door; `return`: bring it back to the store; `call_customer`: call the customer More may come. */
        action: 'retry' | 'leave_at_door' | 'return' | 'call_customer';
        /** @description `null`: none, or it was erased. */
        text: string | null;
        /** Format: date-time */
        at: string;
      } | null;
    };
    AnswerProblem: {
      /**
       * @description `retry`: try again; `leave_at_door`: leave it at the door; `return`: bring it back to the store; `call_customer`: call the customer
       * @enum {string}
       */
      action: 'retry' | 'leave_at_door' | 'return' | 'call_customer';
      /** @description For people. It is in no event, and is erased with the customer’s data. */
      text?: string | null;
    };
    /** @description The order as it was sent, with its status. Customers’ data is erased some time after the final status. */
    Order: {
      external_id: string;
      display_id: string;
      customer?: components['schemas']['Customer'];
      address?: components['schemas']['Address'];
      payment?: components['schemas']['Payment'];
      /** @description May be absent or empty. */
      items?: components['schemas']['Item'][] | null;
      /** @description Notes for the courier, such as “second door on the left”. Only the system that has the delivery reads them. */
      delivery_notes?: string | null;
      /** @description The size of the delivery, which couriers’ systems see before they accept it. */
      load?: {
        /** @description The smallest kind of vehicle that can carry it. `foot`, `bicycle`, `motorcycle`, `car`, `van`, `other`; more may come. */
        vehicle?: 'foot' | 'bicycle' | 'motorcycle' | 'car' | 'van' | 'other' | null;
        /**
         * Format: int64
         * @description In grams.
         */
        weight?: number | null;
        /**
         * Format: int64
         * @description Number of bags and boxes.
         */
        bags?: number | null;
      } | null;
      extras?: components['schemas']['Extras'] | null;
      /**
       * Format: date-time
       * @description RFC 3339 with any offset; comes back in UTC with `Z`. At most 30 days ahead. A past time is accepted; if it is more than a day ago, `Doubtful-Fields` names it.
       */
      delivery_time?: string | null;
      /** @description The store where couriers pick it up; absent: your default. It can be added later: until then `store` is `null`. */
      store_ref?: components['schemas']['StoreRef'] | null;
      id: components['schemas']['OrderId'];
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** Format: date-time */
      created_at: string;
      /** @description `null`: it has no `delivery_time`. */
      due: components['schemas']['OrderDue'] | null;
      /**
       * Format: date-time
       * @description When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.
       */
      late_since: string | null;
      tracking_url: string | null;
      /** @description Why it was canceled or not delivered. */
      reason: components['schemas']['Reason'] | null;
      /** @description The current store: of `store_ref`, else your default. `null`: none exists, or the data was erased. */
      store: components['schemas']['Store'] | null;
      /** @description The courier, if the courier’s system names one. The name is erased a day after the end. */
      courier: components['schemas']['Courier'] | null;
      /** @description The company whose couriers bring it. `null`: none has accepted it. */
      courier_system: {
        name: string;
      } | null;
      /** @description When the courier expects to be at the store (`pickup_at`) and at the customer’s (`delivery_at`), if reported. */
      eta: components['schemas']['Eta'] | null;
      /** @description The code for the customer, and its state: `open`, `confirmed` by the courier, or `locked` after five wrong codes. `null`: none, or it was erased. */
      handover: components['schemas']['Handover'] | null;
      /** @description A link to the proof of the handover, at the courier’s system. `null`: none, or expired or erased. */
      proof: components['schemas']['Proof'] | null;
      /**
       * Format: date-time
       * @description When `courier_not_found` was emitted; `null`: it was not, or a courier’s system has accepted the order.
       */
      no_courier_since: string | null;
      /** @description Problems of its couriers, the oldest first. */
      problems: components['schemas']['OrderProblem'][];
      external_data: {
        [key: string]: unknown;
      };
    };
    /** @description Where the courier was last, to a hundred meters. */
    Position: {
      /** Format: double */
      latitude: number;
      /** Format: double */
      longitude: number;
      /** Format: date-time */
      at: string;
      /**
       * Format: int64
       * @description To the customer, as the crow flies, to a hundred meters. `null`: the customer’s data was erased.
       */
      distance_m: number | null;
      /**
       * Format: double
       * @description The finished part of the way from the store to the customer, 0 to 1; 0 without a store. `null`: as `distance_m`.
       */
      way_done: number | null;
    };
    OrderListEntry: {
      id: components['schemas']['OrderId'];
      external_id: string;
      display_id: string;
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** Format: date-time */
      created_at: string;
      /** @description `null`: it has no `delivery_time`. */
      due: components['schemas']['OrderDue'] | null;
      /**
       * Format: date-time
       * @description When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.
       */
      late_since: string | null;
    };
    OrderList: {
      data: components['schemas']['OrderListEntry'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    EventDelivery: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      endpoint_id: string;
      webhook_id: string;
    };
    EmittedStatusChanged: {
      /** Format: int64 */
      sequence: number;
      /** Format: date-time */
      at: string;
      /** @description One for each endpoint that asked for the event. */
      deliveries: components['schemas']['EventDelivery'][];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'status_changed';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['StatusChanged'];
    };
    EmittedDeliveryRequested: {
      /** Format: int64 */
      sequence: number;
      /** Format: date-time */
      at: string;
      /** @description One for each endpoint that asked for the event. */
      deliveries: components['schemas']['EventDelivery'][];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'delivery_requested';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['DeliveryRequested'];
    };
    EmittedTrackingUrlAdded: {
      /** Format: int64 */
      sequence: number;
      /** Format: date-time */
      at: string;
      /** @description One for each endpoint that asked for the event. */
      deliveries: components['schemas']['EventDelivery'][];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'tracking_url_added';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['TrackingUrlAdded'];
    };
    EmittedRequested: {
      /** Format: int64 */
      sequence: number;
      /** Format: date-time */
      at: string;
      /** @description One for each endpoint that asked for the event. */
      deliveries: components['schemas']['EventDelivery'][];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | 'order_changed'
        | 'order_due'
        | 'order_late'
        | 'courier_assigned'
        | 'courier_unassigned'
        | 'courier_not_found'
        | 'eta_changed'
        | 'proof_added'
        | 'customer_erased'
        | 'delivery_problem';
      body:
        | components['schemas']['OrderChanged']
        | components['schemas']['OrderDueReached']
        | components['schemas']['OrderLate']
        | components['schemas']['CourierAssigned']
        | components['schemas']['CourierUnassigned']
        | components['schemas']['CourierNotFound']
        | components['schemas']['EtaChanged']
        | components['schemas']['ProofAdded']
        | components['schemas']['CustomerErased']
        | components['schemas']['DeliveryProblem'];
    };
    /** @description An event that happened, with its place in the order and its deliveries. */
    EmittedEvent:
      | components['schemas']['EmittedStatusChanged']
      | components['schemas']['EmittedDeliveryRequested']
      | components['schemas']['EmittedTrackingUrlAdded']
      | components['schemas']['EmittedRequested'];
    /** @description A refused command. It has no `event` and changed nothing. */
    RefusedCommand: {
      /**
       * Format: int64
       * @description The last sequence of the order at that time: its place among the events.
       */
      after_sequence: number;
      /** @description The type of the message that was refused. */
      refused: string;
      /** @description `external_id_conflict`, `invalid_state_transition`, `too_late_to_change`, `order_history_full`, `content_changed`, `customer_data_erased`, `delivery_taken`, `delivery_not_accepted`, `handover_required`, `handover_not_set`, `handover_code_wrong`, `handover_locked`, `problem_not_found`, `problem_open`, `problem_closed`, `order_not_found`, `order_purged`, `stale_report`, `parked_expired`, `parked_full`; more may come. */
      code:
        | 'external_id_conflict'
        | 'invalid_state_transition'
        | 'too_late_to_change'
        | 'order_history_full'
        | 'content_changed'
        | 'customer_data_erased'
        | 'delivery_taken'
        | 'delivery_not_accepted'
        | 'handover_required'
        | 'handover_not_set'
        | 'handover_code_wrong'
        | 'handover_locked'
        | 'problem_not_found'
        | 'problem_open'
        | 'problem_closed'
        | 'order_not_found'
        | 'order_purged'
        | 'stale_report'
        | 'parked_expired'
        | 'parked_full'
        | null;
      detail: string | null;
      /** Format: date-time */
      at: string;
    };
    OrderEvent: components['schemas']['EmittedEvent'] | components['schemas']['RefusedCommand'];
    OrderEventList: {
      data: components['schemas']['OrderEvent'][];
      /** @description `null` on the last page. For the next one give it as `after`. */
      next_cursor: string | null;
    };
    FeedStatusChanged: {
      /** @description Give it as `after`, and the feed goes on behind this event. */
      cursor: string;
      order_id: components['schemas']['OrderId'];
      /**
       * Format: int64
       * @description Place of the event in its order, from 1: the `webhook-sequence`.
       */
      sequence: number;
      /** Format: date-time */
      at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'status_changed';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['StatusChanged'];
    };
    FeedDeliveryRequested: {
      /** @description Give it as `after`, and the feed goes on behind this event. */
      cursor: string;
      order_id: components['schemas']['OrderId'];
      /**
       * Format: int64
       * @description Place of the event in its order, from 1: the `webhook-sequence`.
       */
      sequence: number;
      /** Format: date-time */
      at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'delivery_requested';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['DeliveryRequested'];
    };
    FeedTrackingUrlAdded: {
      /** @description Give it as `after`, and the feed goes on behind this event. */
      cursor: string;
      order_id: components['schemas']['OrderId'];
      /**
       * Format: int64
       * @description Place of the event in its order, from 1: the `webhook-sequence`.
       */
      sequence: number;
      /** Format: date-time */
      at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'tracking_url_added';
      /** @description The body of its webhook, as it was or will be sent. */
      body: components['schemas']['TrackingUrlAdded'];
    };
    FeedRequested: {
      /** @description Give it as `after`, and the feed goes on behind this event. */
      cursor: string;
      order_id: components['schemas']['OrderId'];
      /**
       * Format: int64
       * @description Place of the event in its order, from 1: the `webhook-sequence`.
       */
      sequence: number;
      /** Format: date-time */
      at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | 'order_changed'
        | 'order_due'
        | 'order_late'
        | 'courier_assigned'
        | 'courier_unassigned'
        | 'courier_not_found'
        | 'eta_changed'
        | 'proof_added'
        | 'customer_erased'
        | 'delivery_problem';
      body:
        | components['schemas']['OrderChanged']
        | components['schemas']['OrderDueReached']
        | components['schemas']['OrderLate']
        | components['schemas']['CourierAssigned']
        | components['schemas']['CourierUnassigned']
        | components['schemas']['CourierNotFound']
        | components['schemas']['EtaChanged']
        | components['schemas']['ProofAdded']
        | components['schemas']['CustomerErased']
        | components['schemas']['DeliveryProblem'];
    };
    FeedOperational: {
      /** @description Give it as `after`, and the feed goes on behind this event. */
      cursor: string;
      /** @description For an event about an endpoint the `id` of its body, which no order has. */
      order_id: components['schemas']['OrderId'];
      /**
       * Format: int64
       * @description Place of the event in its order, from 1: the `webhook-sequence`.
       */
      sequence: number;
      /** Format: date-time */
      at: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event:
        | 'endpoint_failing'
        | 'endpoint_recovered'
        | 'endpoint_disabled'
        | 'endpoint_not_fetching'
        | 'endpoint_fetching'
        | 'delivery_exhausted'
        | 'rate_limited';
      /** @description The body of its webhook, as it was or will be sent. */
      body:
        | components['schemas']['EndpointFailing']
        | components['schemas']['EndpointRecovered']
        | components['schemas']['EndpointDisabled']
        | components['schemas']['EndpointNotFetching']
        | components['schemas']['EndpointFetching']
        | components['schemas']['DeliveryExhausted']
        | components['schemas']['RateLimited'];
    };
    /** @description An event among all of yours: the one whose webhook has this order and this sequence. */
    FeedEvent:
      | components['schemas']['FeedStatusChanged']
      | components['schemas']['FeedDeliveryRequested']
      | components['schemas']['FeedTrackingUrlAdded']
      | components['schemas']['FeedRequested']
      | components['schemas']['FeedOperational'];
    FeedPage: {
      data: components['schemas']['FeedEvent'][];
      /** @description Give it as `after` for what comes next. Never `null`: where nothing was there it says where to go on. */
      next_cursor: string;
      /** @description `true`: read on at once. */
      has_more: boolean;
    };
    /** @description Commands about the order, from you or a courier, and their results. */
    OrderCommand: {
      /** Format: date-time */
      at: string;
      id: string;
      type: string;
      /** @description `unchanged`: it was so already. `parked`: it waits for the order, and is applied then. `applied`, `unchanged`, `refused`, `parked`; more may come. */
      outcome: 'applied' | 'unchanged' | 'refused' | 'parked';
      code: string | null;
      detail: string | null;
      /**
       * Format: int64
       * @description The last sequence of the order then: its place among the events.
       */
      after_sequence: number | null;
    };
    OrderHappening: {
      /** Format: date-time */
      at: string;
      /** Format: int64 */
      sequence: number;
      event: string;
      status: components['schemas']['OrderStatus'];
    };
    WaitReason: {
      /** @description `predecessor`: the one before it in its lane is not settled. `retry`: its next attempt is due `until`. `held`: the endpoint is disabled, or deleted. `probe`: the endpoint does not answer; one at a time is tried, next at `until` (`null`: one is under way). `window`: as many are under way as its answers allow at once. `pace`: `max_per_second` allows the next one at `until`, or `null`: when one under way has its result. `release`, `publish`: it is about to go. `answer`: it is being sent. `fetch`: its pull endpoint has not fetched it. `ack`: it was fetched and is not acked; at `until` it comes again. More may come. */
      reason:
        | 'predecessor'
        | 'retry'
        | 'held'
        | 'probe'
        | 'window'
        | 'pace'
        | 'release'
        | 'fetch'
        | 'ack'
        | 'publish'
        | 'answer';
      /**
       * Format: int64
       * @description With `predecessor`: the first one in the lane that is not settled.
       */
      sequence: number | null;
      /** Format: date-time */
      until: string | null;
      /** @description With `held`: why the endpoint is disabled, or `deleted`: what waits for it is about to be skipped. */
      detail: string | null;
    };
    LaneDelivery: {
      /** Format: uuid */
      id: string;
      webhook_id: string;
      /** Format: int64 */
      sequence: number;
      event: string;
      state: components['schemas']['WebhookDeliveryState'];
      /** Format: uuid */
      replay_id: string | null;
      /** Format: int64 */
      attempt_count: number;
      /** @description `null`: it is settled. */
      waits_for: components['schemas']['WaitReason'] | null;
      /**
       * Format: date-time
       * @description When what caused the event was received; `null`: it is not known any more.
       */
      received_at: string | null;
      /**
       * Format: date-time
       * @description When what caused the event was applied; `null`: it is not known any more.
       */
      applied_at: string | null;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last time that it was given to be sent.
       */
      released_at: string | null;
      /** Format: date-time */
      settled_at: string | null;
      attempts: {
        /** Format: int64 */
        attempt: number;
        /** Format: date-time */
        at: string;
        /** Format: double */
        duration_ms: number;
        /** Format: int64 */
        status_code: number | null;
        /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
        error_code: string | null;
        /** @description For people: details such as an address, the target of a redirect, or the rule of HTTP that was broken. */
        error_detail: string | null;
        /** @description At most 1 KB, control characters escaped. */
        response_excerpt: string | null;
      }[];
    };
    LaneEndpoint: {
      /** Format: uuid */
      id: string;
      type: components['schemas']['EndpointType'];
      name: string | null;
      /** @description Values of the query are masked. `null`: a pull endpoint. */
      url: string | null;
      /** @description `active`, `disabled`, `deleted`; more may come. */
      status: 'active' | 'disabled' | 'deleted';
      disabled_reason: string | null;
      health: components['schemas']['EndpointHealth'];
    };
    Lane: {
      endpoint: components['schemas']['LaneEndpoint'];
      deliveries: components['schemas']['LaneDelivery'][];
    };
    OrderLanes: {
      order: components['schemas']['OrderListEntry'];
      commands: components['schemas']['OrderCommand'][];
      events: components['schemas']['OrderHappening'][];
      lanes: components['schemas']['Lane'][];
      /** @description There was more than one answer shows: the newest is left out. */
      truncated: boolean;
    };
    Summary: {
      merchant: {
        id: string;
        name: string;
        /** @description `live`, `sandbox`; more may come. */
        mode: 'live' | 'sandbox';
        /** @description A name of the IANA database; `null`: none was set. */
        time_zone: string | null;
      };
      /**
       * Format: date-time
       * @description The start of the counts: 24 hours ago.
       */
      since: string;
      orders: {
        /** @description By the status that they have now; a status without orders is absent. */
        by_status: {
          [key: string]: number;
        };
        /** @description There were more: the newest 10,000 were counted. */
        truncated: boolean;
      };
      /**
       * Format: int64
       * @description Orders under way that are late, whenever they were created, counted to 10,000.
       */
      late_orders: number;
      /**
       * Format: int64
       * @description Open orders that no courier’s system has taken in time, counted to 10,000.
       */
      orders_without_courier: number;
      deliveries: {
        /** @description By the state that they have now, replays included; a state without deliveries is absent. */
        by_state: {
          [key: string]: number;
        };
        /** @description There were more: the newest 10,000 were counted. */
        truncated: boolean;
      };
      endpoints: {
        /** Format: uuid */
        id: string;
        health: components['schemas']['EndpointHealth'];
        /**
         * Format: int64
         * @description Deliveries that wait for it, held ones too, counted to 10,000.
         */
        waiting: number;
        /**
         * Format: date-time
         * @description Since when no attempt has succeeded; `null`: the newest one did, or there was none.
         */
        failing_since: string | null;
        /** @description Only for push endpoints: neither a webhook nor a test was ever sent to it, so it is unknown whether it works. */
        untried: boolean;
      }[];
      /** @description The newest 20 incidents of the last 24 hours that lasted 15 minutes or longer, newest first. */
      incidents: {
        /** Format: uuid */
        endpoint_id: string;
        /** @description `failing`, `not_fetching`; more may come. */
        kind: 'failing' | 'not_fetching';
        /** Format: date-time */
        since: string;
        /**
         * Format: date-time
         * @description `null`: it goes on.
         */
        ended_at: string | null;
        /**
         * Format: int64
         * @description Webhooks of that time whose first attempt did not deliver them.
         */
        late: number;
        /**
         * Format: int64
         * @description Webhooks among these that are not delivered now.
         */
        undelivered: number;
      }[];
    };
    OrderTimes: {
      from: string;
      to: string;
      /** @description Days begin at midnight there: the merchant’s `time_zone`, otherwise UTC. */
      time_zone: string;
      /** @description Groups without orders have no row. */
      data: {
        /** @description The day (`2026-11-28`), the month (`2026-11`), the `ref` of the store, or the name of the courier’s system, with its id if the name is not unique. `null`: no store at the order’s end, or no system. */
        group: string | null;
        /**
         * Format: int64
         * @description Orders that ended: delivered, returned or canceled.
         */
        orders: number;
        /** @description From creation, or from `order_due` if the order has a `delivery_time` and that is later, until `ready`. */
        kitchen: {
          /** Format: int64 */
          orders: number;
          /**
           * Format: int64
           * @description The sum over these orders.
           */
          seconds: number;
        };
        /** @description From `ready` until the courier’s system that has the order accepted it. */
        finding_courier: {
          /** Format: int64 */
          orders: number;
          /**
           * Format: int64
           * @description The sum over these orders.
           */
          seconds: number;
        };
        /** @description From there until `at_pickup`. */
        courier_to_store: {
          /** Format: int64 */
          orders: number;
          /**
           * Format: int64
           * @description The sum over these orders.
           */
          seconds: number;
        };
        /** @description From `at_pickup` until `on_route_to_delivery`. */
        courier_waiting: {
          /** Format: int64 */
          orders: number;
          /**
           * Format: int64
           * @description The sum over these orders.
           */
          seconds: number;
        };
        /** @description From the first `on_route_to_delivery` until `delivered`. */
        road: {
          /** Format: int64 */
          orders: number;
          /**
           * Format: int64
           * @description The sum over these orders.
           */
          seconds: number;
        };
      }[];
    };
    FoundOrder: {
      id: components['schemas']['OrderId'];
      external_id: string;
      display_id: string;
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** Format: date-time */
      created_at: string;
      /** @description `null`: it has no `delivery_time`. */
      due: components['schemas']['OrderDue'] | null;
      /**
       * Format: date-time
       * @description When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.
       */
      late_since: string | null;
      /** @description `webhook_id`: the order that the webhook is about. `phone`: the phone number of its customer. `id`, `webhook_id`, `external_id`, `display_id`, `phone`; more may come. */
      found_by: 'id' | 'webhook_id' | 'external_id' | 'display_id' | 'phone';
    };
    SearchResult: {
      data: components['schemas']['FoundOrder'][];
      /** @description Where nothing is found: what was asked for, by its id or `external_id`, and is kept no longer. */
      purged: {
        id: components['schemas']['OrderId'];
        /** @description A day of UTC. */
        purged_on: string;
      }[];
      /** @description By id, or part of the URL without its query. */
      endpoints: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description Values of the query are masked. `null`: a pull endpoint. */
        url: string | null;
      }[];
      /** @description There are more. */
      truncated: boolean;
    };
    /** @description `key` and `token`, or `link`, or `merchant_id`. */
    SignIn: {
      key?: string;
      token?: string;
      link?: string;
      merchant_id?: string;
    };
    AskForLink: {
      email: string;
      /**
       * @description Of the mail.
       * @enum {string}
       */
      language: 'en' | 'pt' | 'es';
      /** @description The page that the link leads to. */
      place?: string;
    };
    MerchantListEntry: {
      merchant_id: string;
      name: string;
      /** @description `live`, `sandbox`; more may come. */
      mode: 'live' | 'sandbox';
      platform: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      reference: string | null;
      /** @description `active`, `disabled`; more may come. */
      status: 'active' | 'disabled';
      /** @description If the operator disabled it, its platform cannot enable it. `null`: it is active. `operator`, `platform`; more may come. */
      disabled_by: 'operator' | 'platform' | null;
      /** Format: int64 */
      create_per_minute: number | null;
      /** Format: int64 */
      other_per_minute: number | null;
      /** @description Whether its customers get a tracking page of ours where couriers have none. */
      tracking_page: boolean;
      time_zone: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description Active ones, oldest first. */
      tokens: {
        /** Format: uuid */
        id: string;
        /** @description The last characters of the token. */
        last_four: string;
        /** Format: date-time */
        created_at: string;
      }[];
      /**
       * Format: date-time
       * @description When its newest order was created; `null`: none is kept.
       */
      last_order_at: string | null;
      webhooks: {
        /** Format: int64 */
        endpoints: number;
        /** @description The health of its worst endpoint; `null`: it has none. */
        health: components['schemas']['EndpointHealth'] | null;
        /**
         * Format: date-time
         * @description Since when the one that has failed longest has had no success; `null`: none fails.
         */
        failing_since: string | null;
        /**
         * Format: int64
         * @description Deliveries that wait, counted to 10,000 for each endpoint.
         */
        waiting: number;
        /** @description Nothing was ever sent to any of them. */
        untried: boolean;
      };
    };
    MerchantList: {
      data: components['schemas']['MerchantListEntry'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    Session: {
      merchant_id: string;
      /** @description `live`, `sandbox`; more may come. */
      mode: 'live' | 'sandbox';
      /** @description `full`: what the portal can do; `read`: the session may look and change nothing. More may come. */
      scope: 'full' | 'read';
      /** @description Whether the session may go on to the other merchants of the platform, in the same mode. */
      may_switch: boolean;
      /** @description Whether the session may see, invite and remove people. */
      may_invite: boolean;
      /** @description The e-mail address of the person who is signed in; `null`: a session of no person. */
      person: string | null;
      /**
       * Format: date-time
       * @description `null`: key and token were sent, which is no session.
       */
      expires_at: string | null;
    };
    SandboxOrder: {
      id: components['schemas']['OrderId'];
      external_id: string;
      status: components['schemas']['OrderStatus'];
      scenario: components['schemas']['SandboxScenario'];
      /** Format: double */
      speed: number;
      seed: string;
      /** @description Fields of its create that were not read, as `Ignored-Fields` and `Ignored-Fields-Count` named them. */
      ignored: {
        pointers: string[];
        /** Format: int64 */
        count: number;
      };
      /**
       * Format: date-time
       * @description Since when you move it and simulated couriers leave it alone; `null`: they move it.
       */
      manual_since: string | null;
      next: {
        /** @description The possible next statuses; none: the status is final. */
        may: components['schemas']['OrderStatus'][];
        /** @description The status after an empty advance; `null`: the status is final. */
        advance: components['schemas']['OrderStatus'] | null;
        /** @description The next step of the scenario; `null`: none, or the order has left the scenario. */
        scenario: components['schemas']['OrderStatus'] | null;
      };
    };
    /** @description Without `to`: the next step to `delivered`. */
    AdvanceSandboxOrder: {
      to?: components['schemas']['OrderStatus'] | null;
      /** @description Goes with `to` alone. */
      reason?: {
        /** @description Stable and machine-readable. `customer_canceled`: the customer does not want it any more; `out_of_stock`: an item is missing; `problem_at_merchant`: the store cannot make it; `no_courier`: no courier was found; `courier_no_show`: the courier did not come to the store; `accepted_too_late`: a courier accepted it too late; `wrong_pickup`: the courier took another order; `problem_resolution`: it settles a problem; `separated`: it is not delivered with another order any more; `other`: see the message; `customer_absent`: no one opened the door; `address_unknown`: the door was not found; `not_ordered`: the customer did not order it; `wrong_items`: it holds other items; `missing_items`: items are missing; `damaged`: it was damaged or opened; `late`: it came too late; `payment_problem`: the customer could not pay; `already_paid`: the customer says that it is paid; `not_paid`: it was handed over without payment; `theft`: it was stolen, or the order was fraudulent; `courier_gave_up`: the courier cannot go on. Other codes are taken as they are. */
        code: string;
        /** @description For people. Must not contain customers’ data: it is sent in webhooks. */
        message?: string;
      } | null;
    };
    /** @description `wrong_signature`, `stale_timestamp` (10 minutes old): sent once, then the right one. `duplicate`: the right one, then the very same again. `gap`: the next event of the order ahead of this one, and again in its turn. `exhaust`: if the next webhook fails, it is `exhausted` after that one attempt; accepted or not, the fault ends with it. More may come. */
    FaultKind: 'wrong_signature' | 'stale_timestamp' | 'duplicate' | 'gap' | 'exhaust';
    InjectFault: {
      kind: components['schemas']['FaultKind'];
    };
    PendingFault: {
      kind: components['schemas']['FaultKind'];
      /**
       * Format: date-time
       * @description When it was asked for.
       */
      at: string;
    };
    FaultResult: {
      kind: components['schemas']['FaultKind'];
      /** @description The `webhook-id` of the faulty webhook. */
      webhook_id: string;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      at: string;
      /**
       * Format: int64
       * @description The answer to the faulty webhook; `null`: none.
       */
      status_code: number | null;
      error_code: string | null;
      /** @description `true` if a `wrong_signature` or `stale_timestamp` was answered 4xx; if both webhooks of a `duplicate` were answered 2xx; if the early webhook of a `gap` was answered 2xx or 4xx, and the overtaken one 2xx; if the webhook of an `exhaust` failed, and not with 410. */
      handled: boolean;
    };
    /** @description `status_changed`, `tracking_url_added`, `delivery_requested`, `order_changed`, `order_due`, `order_late`, `courier_assigned`, `courier_unassigned`, `courier_not_found`, `eta_changed`, `proof_added`, `customer_erased`, `delivery_problem`, `endpoint_failing`, `endpoint_recovered`, `endpoint_disabled`, `endpoint_not_fetching`, `endpoint_fetching`, `delivery_exhausted`, `rate_limited`; more may come. */
    WebhookEvent:
      | 'status_changed'
      | 'tracking_url_added'
      | 'delivery_requested'
      | 'order_changed'
      | 'order_due'
      | 'order_late'
      | 'courier_assigned'
      | 'courier_unassigned'
      | 'courier_not_found'
      | 'eta_changed'
      | 'proof_added'
      | 'customer_erased'
      | 'delivery_problem'
      | 'endpoint_failing'
      | 'endpoint_recovered'
      | 'endpoint_disabled'
      | 'endpoint_not_fetching'
      | 'endpoint_fetching'
      | 'delivery_exhausted'
      | 'rate_limited';
    /** @description `push`: webhooks are posted to its URL. `pull`: they wait until they are fetched. More may come. */
    EndpointType: 'push' | 'pull';
    EndpointHeader: {
      /** @description Names that sign, describe or frame the request (`webhook-…`, `content-…`, `host` and others) are refused. */
      name: string;
      /** @description Printable ASCII. Sent as it is. */
      value: string;
    };
    MaskedHeader: {
      name: string;
      value: string;
    };
    Contact: {
      email: string;
      /** @enum {string} */
      language: 'en' | 'pt' | 'es';
      /**
       * Format: date-time
       * @description When the address confirmed. `null`: not yet, so it gets no mails. Requests may omit it, and cannot change it.
       */
      confirmed_at?: string | null;
    };
    ContactList: {
      contacts: components['schemas']['Contact'][];
      /** @description Whether this installation sends e-mail. `false`: contacts are kept, and get none. A request may leave it out, and cannot change it. */
      email_enabled?: boolean;
    };
    /** @description `merchant.created`, `merchant.changed`, `merchant.disabled`, `merchant.enabled`, `merchant.portal_link_created`, `merchant.portal_link_used`, `merchant.portal_switched`, `merchant.portal_session_ended`, `contacts.changed`, `person.invited`, `person.changed`, `person.removed`, `person.signed_in`, `oauth_client.created`, `oauth_client.deleted`, `store.created`, `store.changed`, `store.deleted`, `courier_system.created`, `courier_system.changed`, `courier_system.disabled`, `courier_system.enabled`, `courier_system.token_created`, `courier_system.token_revoked`, `platform.created`, `platform.changed`, `platform.disabled`, `platform.enabled`, `platform.key_rotated`, `platform.token_created`, `platform.token_revoked`, `token.created`, `token.revoked`, `endpoint.created`, `endpoint.changed`, `endpoint.secret_rotated`, `endpoint.enabled`, `endpoint.disabled`, `endpoint.deleted`, `endpoint.tested`, `endpoint.caught_up`, `endpoint.sent_now`, `replay.requested`, `dead_letter.replayed`, `dead_letter.deleted`, `set_aside.retried`, `set_aside.discarded`, `order.position_read`, `order.problem_answered`, `order.retention_failed`, `erasure.requested`, `session.begun`, `session.ended`; more may come. */
    ActivityAction:
      | 'merchant.created'
      | 'merchant.changed'
      | 'merchant.disabled'
      | 'merchant.enabled'
      | 'merchant.portal_link_created'
      | 'merchant.portal_link_used'
      | 'merchant.portal_switched'
      | 'merchant.portal_session_ended'
      | 'contacts.changed'
      | 'person.invited'
      | 'person.changed'
      | 'person.removed'
      | 'person.signed_in'
      | 'oauth_client.created'
      | 'oauth_client.deleted'
      | 'store.created'
      | 'store.changed'
      | 'store.deleted'
      | 'courier_system.created'
      | 'courier_system.changed'
      | 'courier_system.disabled'
      | 'courier_system.enabled'
      | 'courier_system.token_created'
      | 'courier_system.token_revoked'
      | 'platform.created'
      | 'platform.changed'
      | 'platform.disabled'
      | 'platform.enabled'
      | 'platform.key_rotated'
      | 'platform.token_created'
      | 'platform.token_revoked'
      | 'token.created'
      | 'token.revoked'
      | 'endpoint.created'
      | 'endpoint.changed'
      | 'endpoint.secret_rotated'
      | 'endpoint.enabled'
      | 'endpoint.disabled'
      | 'endpoint.deleted'
      | 'endpoint.tested'
      | 'endpoint.caught_up'
      | 'endpoint.sent_now'
      | 'replay.requested'
      | 'dead_letter.replayed'
      | 'dead_letter.deleted'
      | 'set_aside.retried'
      | 'set_aside.discarded'
      | 'order.position_read'
      | 'order.problem_answered'
      | 'order.retention_failed'
      | 'erasure.requested'
      | 'session.begun'
      | 'session.ended';
    Activity: {
      /** Format: int64 */
      id: number;
      /** Format: date-time */
      at: string;
      actor: {
        /** @description `person`, `token`, `platform`, `merchant`, `courier_system`, `system`; more may come. */
        type: 'person' | 'token' | 'platform' | 'merchant' | 'courier_system' | 'system';
        /** @description The name in `by`, or the name of the platform, merchant or courier’s system. `null`: none was given. */
        name: string | null;
        /** @description `null`: the system itself, a token of the configuration, or a credential that this change has ended. */
        credential: {
          /** @description `token`, `oauth_client`, `session`, `operator_session`; more may come. */
          type: 'token' | 'oauth_client' | 'session' | 'operator_session';
          /** @description The id of a session or client, or the last four characters of a token. */
          id: string;
        } | null;
      };
      action: components['schemas']['ActivityAction'];
      /** @description `type` is the first word of the action, or `queue` where it was of all dead letters of a queue with one reason. */
      subject: {
        type: string;
        id: string;
        /** @description As it is now, of an endpoint without one its URL; `null`: it has neither, or is gone. */
        name: string | null;
      };
      reason: string | null;
      /** @description The changed settings or messages, the end of a token, the mode of a key, or the rights of a portal session. */
      detail: string | null;
      /** @description The settings that were changed; `null`: none. */
      changes:
        | {
            name: string;
            /** @description As text of 200 characters at most; without secrets and the query of a URL. `null`: it was not set. */
            before: string | null;
            /** @description As text of 200 characters at most; without secrets and the query of a URL. `null`: it was not set. */
            after: string | null;
          }[]
        | null;
      /** @description The address of the caller; `null`: the system itself. */
      address: string | null;
    };
    ActivityList: {
      data: components['schemas']['Activity'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    Person: {
      /** Format: uuid */
      id: string;
      /** @description In lower case. `(masked)` for an operator whose roles may not see it. */
      email: string;
      /** @description `full`: what the portal can do; `read`: the session may look and change nothing. More may come. */
      role: 'full' | 'read';
      /** @description The masked address of a person, or the name of an operator. `null`: a session that began with a link. */
      invited_by: string | null;
      /** Format: date-time */
      invited_at: string;
      /**
       * Format: date-time
       * @description `null`: never.
       */
      last_signed_in_at: string | null;
    };
    People: {
      data: components['schemas']['Person'][];
    };
    InvitePerson: {
      email: string;
      /**
       * @description `full`: what the portal can do; `read`: the session may look and change nothing.
       * @enum {string}
       */
      role: 'full' | 'read';
      /**
       * @description Of the invitation.
       * @enum {string}
       */
      language: 'en' | 'pt' | 'es';
    };
    ChangePerson: {
      /**
       * @description `full`: what the portal can do; `read`: the session may look and change nothing.
       * @enum {string}
       */
      role: 'full' | 'read';
    };
    Settings: {
      /** @description A name of the IANA database, such as `America/Sao_Paulo`, for times in the portal and in mails. `null`: the browser’s zone in the portal, UTC in mails. */
      time_zone: string | null;
    };
    SettingsChanges: {
      /** @description A name of the IANA database, such as `America/Sao_Paulo`, for times in the portal and in mails. `null`: the browser’s zone in the portal, UTC in mails. */
      time_zone: string | null;
    };
    /** @description `paced`: what is due waits for `max_per_second` alone. `narrowed`: it did not answer lately, so less is sent at once. `not_fetching`: a pull endpoint from which nothing fetches. `breaker_open`: it does not answer, so one at a time is tried. `disabled`: it is disabled or deleted, and nothing is sent. `ok`, `paced`, `narrowed`, `not_fetching`, `breaker_open`, `disabled`; more may come. */
    EndpointHealth: 'ok' | 'paced' | 'narrowed' | 'not_fetching' | 'breaker_open' | 'disabled';
    RotateSecret: {
      /**
       * @description The algorithm of the new key. Absent: the one of now.
       * @enum {string}
       */
      signature?: 'hmac-sha256' | 'ed25519';
    };
    /** @description A JWK Set. After a rotation an endpoint has the new key and, for 24 h, the one before. */
    WebhookKeys: {
      keys: {
        /** @constant */
        kty: 'OKP';
        /** @constant */
        crv: 'Ed25519';
        /** @description The public key: 32 bytes in base64url. */
        x: string;
        /** @description The thumbprint of the key (RFC 7638). */
        kid: string;
        /** @constant */
        alg: 'EdDSA';
        /** @constant */
        use: 'sig';
        /**
         * Format: uuid
         * @description The endpoint whose webhooks this key verifies. A receiver takes the keys of its own endpoint alone.
         */
        endpoint_id: string;
      }[];
    };
    /** @description Absent fields stay as they are. */
    EndpointChanges: {
      /** @description It stays as it is: another one is refused. */
      type?: components['schemas']['EndpointType'];
      /** @description `false`: what comes is held; `true`: what was held goes out, in order. Absent: as it is. */
      enabled?: boolean;
      /** @description Only with format `open_delivery`: another client, whose secret signs from now on. Absent: unchanged. */
      oauth_client_id?: components['schemas']['OAuthClientId'];
      /** @description Absolute https URL of a public host, without user-info and fragment; only push endpoints have one. */
      url?: string | null;
      /** @description One more header of every webhook, such as `Authorization`. `null`: none. Its value is kept sealed and never shown. For a URL of another origin it has to be given again, or `null`. */
      header?: components['schemas']['EndpointHeader'] | null;
      /** @description For people: shown instead of the URL. `null`: none. */
      name?: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events?: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second?: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after?: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses?: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs?: components['schemas']['StoreRef'][] | null;
    };
    /** @description The owner’s own name of the endpoint. It never changes. */
    EndpointReference: string;
    /** @description A field that can be `null` can also be absent. */
    CreateEndpoint: {
      /** @description It stays for ever. Default: `push`. */
      type?: components['schemas']['EndpointType'];
      /** @description Required with format `open_delivery`: the client whose secret signs. */
      oauth_client_id?: components['schemas']['OAuthClientId'] | null;
      /**
       * @description `hmac-sha256`: signature `v1`, with a secret that your receiver shares. `ed25519`: signature `v1a`, with a private key that never leaves the service; your receiver has the public key.
       * @default hmac-sha256
       * @enum {string}
       */
      signature: 'hmac-sha256' | 'ed25519';
      /** @description Absolute https URL of a public host, without user-info and fragment; only push endpoints have one. */
      url?: string | null;
      /** @description One more header of every webhook, such as `Authorization`. `null`: none. Its value is kept sealed and never shown. */
      header?: components['schemas']['EndpointHeader'] | null;
      /** @description For people: shown instead of the URL. `null`: none. */
      name?: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events?: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second?: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after?: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses?: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs?: components['schemas']['StoreRef'][] | null;
      /**
       * @description `false`: it begins disabled; webhooks are held until it is enabled. Tests are sent all the same.
       * @default true
       */
      enabled: boolean;
      /**
       * @description `open_delivery`, for push endpoints: the events of ABRASEL’s standard, signed with the secret of `oauth_client_id`. It never changes.
       * @default standard_webhooks
       * @enum {string}
       */
      format: 'standard_webhooks' | 'open_delivery';
    };
    /** @description An absent setting becomes `null`, except `enabled`, `header` and `oauth_client_id`, which stay; a new endpoint is then enabled and has none. */
    EnsureEndpoint: {
      /** @description It stays for ever. Default: `push`. */
      type?: components['schemas']['EndpointType'];
      /** @description Required with format `open_delivery`: the client whose secret signs. */
      oauth_client_id?: components['schemas']['OAuthClientId'] | null;
      /**
       * @description `hmac-sha256`: signature `v1`, with a secret that your receiver shares. `ed25519`: signature `v1a`, with a private key that never leaves the service; your receiver has the public key.
       * @enum {string}
       */
      signature?: 'hmac-sha256' | 'ed25519';
      /** @description Absolute https URL of a public host, without user-info and fragment; only push endpoints have one. */
      url?: string | null;
      /** @description One more header of every webhook, such as `Authorization`. `null`: none. Its value is kept sealed and never shown. */
      header?: components['schemas']['EndpointHeader'] | null;
      /** @description For people: shown instead of the URL. `null`: none. */
      name?: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events?: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second?: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after?: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses?: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs?: components['schemas']['StoreRef'][] | null;
      /** @description `false`: what comes is held; `true`: what was held goes out, in order. Absent: as it is. */
      enabled?: boolean;
      /**
       * @description `open_delivery`, for push endpoints: the events of ABRASEL’s standard, signed with the secret of `oauth_client_id`. It never changes.
       * @default standard_webhooks
       * @enum {string}
       */
      format: 'standard_webhooks' | 'open_delivery';
    };
    EnsuredEndpoint: {
      /** Format: uuid */
      id: string;
      /** @description Under which it was made. `null`: under none. */
      reference: components['schemas']['EndpointReference'] | null;
      type: components['schemas']['EndpointType'];
      /** @description The client whose secret signs, with format `open_delivery`. `null`: another format. */
      oauth_client_id: components['schemas']['OAuthClientId'] | null;
      /** @description Values of the query are masked. `null`: a pull endpoint. */
      url: string | null;
      /** @description The one that was chosen, its value masked; `null`: none. */
      header: components['schemas']['MaskedHeader'] | null;
      /** @description The algorithm of its current key. `rotate-secret` changes it. `hmac-sha256`, `ed25519`; more may come. */
      signature: 'hmac-sha256' | 'ed25519';
      /** @description `whpk_` and base64 of the 32 bytes of the ed25519 key that verifies. `null`: it has a secret instead. */
      public_key: string | null;
      name: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs: components['schemas']['StoreRef'][] | null;
      /** @description Due webhooks wait only because of `max_per_second`. */
      paced: boolean;
      /**
       * Format: date-time
       * @description Only for pull endpoints: when it was last polled, to the minute. `null`: never.
       */
      last_fetched_at: string | null;
      /** @description Only for enabled pull endpoints: it was never polled, or messages have waited for two minutes without a poll. */
      not_fetching: boolean;
      /**
       * Format: int64
       * @description Deliveries that wait for it, held ones too, counted to 10,000.
       */
      waiting: number;
      /** @description `active`, `disabled`; more may come. */
      status: 'active' | 'disabled';
      /** @description `requested`, `operator` (the service’s support), `gone` (it answered 410) or `failing` (five days without success). If its courier’s system or platform is disabled: `system_disabled`, `platform_disabled`. */
      disabled_reason: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description The result of the newest test webhook; `null`: none has ended. */
      last_test: components['schemas']['EndpointTest'] | null;
      /** @description In the sandbox: the fault that was requested and is still to come; `null`: none. */
      fault: components['schemas']['PendingFault'] | null;
      /** @description In the sandbox: the result of the newest fault; `null`: none was sent. */
      last_fault: components['schemas']['FaultResult'] | null;
      /** @description The settings that this call has changed. `[]`: none, or the endpoint is new. */
      changed: string[];
      /** @description Only a new endpoint has it: shown in this answer and never again. Signs the webhooks. */
      secret?: string | null;
      /** @description The format of the body: of the webhooks in this reference or, for merchants’ endpoints only, of Open Delivery. `standard_webhooks`, `open_delivery`; more may come. */
      format: 'standard_webhooks' | 'open_delivery';
    };
    Endpoint: {
      /** Format: uuid */
      id: string;
      /** @description Under which it was made. `null`: under none. */
      reference: components['schemas']['EndpointReference'] | null;
      type: components['schemas']['EndpointType'];
      /** @description The client whose secret signs, with format `open_delivery`. `null`: another format. */
      oauth_client_id: components['schemas']['OAuthClientId'] | null;
      /** @description Values of the query are masked. `null`: a pull endpoint. */
      url: string | null;
      /** @description The one that was chosen, its value masked; `null`: none. */
      header: components['schemas']['MaskedHeader'] | null;
      /** @description The algorithm of its current key. `rotate-secret` changes it. `hmac-sha256`, `ed25519`; more may come. */
      signature: 'hmac-sha256' | 'ed25519';
      /** @description `whpk_` and base64 of the 32 bytes of the ed25519 key that verifies. `null`: it has a secret instead. */
      public_key: string | null;
      name: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs: components['schemas']['StoreRef'][] | null;
      /** @description Due webhooks wait only because of `max_per_second`. */
      paced: boolean;
      /**
       * Format: date-time
       * @description Only for pull endpoints: when it was last polled, to the minute. `null`: never.
       */
      last_fetched_at: string | null;
      /** @description Only for enabled pull endpoints: it was never polled, or messages have waited for two minutes without a poll. */
      not_fetching: boolean;
      /**
       * Format: int64
       * @description Deliveries that wait for it, held ones too, counted to 10,000.
       */
      waiting: number;
      /** @description `active`, `disabled`; more may come. */
      status: 'active' | 'disabled';
      /** @description `requested`, `operator` (the service’s support), `gone` (it answered 410) or `failing` (five days without success). If its courier’s system or platform is disabled: `system_disabled`, `platform_disabled`. */
      disabled_reason: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description The result of the newest test webhook; `null`: none has ended. */
      last_test: components['schemas']['EndpointTest'] | null;
      /** @description In the sandbox: the fault that was requested and is still to come; `null`: none. */
      fault: components['schemas']['PendingFault'] | null;
      /** @description In the sandbox: the result of the newest fault; `null`: none was sent. */
      last_fault: components['schemas']['FaultResult'] | null;
      /** @description The format of the body: of the webhooks in this reference or, for merchants’ endpoints only, of Open Delivery. `standard_webhooks`, `open_delivery`; more may come. */
      format: 'standard_webhooks' | 'open_delivery';
    };
    EndpointWithSecret: {
      /** Format: uuid */
      id: string;
      /** @description Under which it was made. `null`: under none. */
      reference: components['schemas']['EndpointReference'] | null;
      type: components['schemas']['EndpointType'];
      /** @description The client whose secret signs, with format `open_delivery`. `null`: another format. */
      oauth_client_id: components['schemas']['OAuthClientId'] | null;
      /** @description Values of the query are masked. `null`: a pull endpoint. */
      url: string | null;
      /** @description The one that was chosen, its value masked; `null`: none. */
      header: components['schemas']['MaskedHeader'] | null;
      /** @description The algorithm of its current key. `rotate-secret` changes it. `hmac-sha256`, `ed25519`; more may come. */
      signature: 'hmac-sha256' | 'ed25519';
      /** @description `whpk_` and base64 of the 32 bytes of the ed25519 key that verifies. `null`: it has a secret instead. */
      public_key: string | null;
      name: string | null;
      /** @description The events to send. `null`: the standard `status_changed`, `tracking_url_added` and `delivery_requested`. */
      events: components['schemas']['WebhookEvent'][] | null;
      /** @description Most webhooks that it gets in a second: the rest waits its turn, in order. `null`: as many as it takes. */
      max_per_second: number | null;
      /** @description Seconds from the first attempt of a webhook, or of its replay. If the next attempt would come later, the webhook is `exhausted` at once. Time in which it is `held` does not count. `null`: no such end. */
      give_up_after: number | null;
      /** @description `status_changed` is sent only for changes to these statuses. `null`: all. Only merchants’ endpoints have it. */
      statuses: components['schemas']['OrderStatus'][] | null;
      /** @description Only events of orders of these stores are sent. An order without a store counts for the default store. `null`: all. Only merchants’ endpoints have it. */
      store_refs: components['schemas']['StoreRef'][] | null;
      /** @description Due webhooks wait only because of `max_per_second`. */
      paced: boolean;
      /**
       * Format: date-time
       * @description Only for pull endpoints: when it was last polled, to the minute. `null`: never.
       */
      last_fetched_at: string | null;
      /** @description Only for enabled pull endpoints: it was never polled, or messages have waited for two minutes without a poll. */
      not_fetching: boolean;
      /**
       * Format: int64
       * @description Deliveries that wait for it, held ones too, counted to 10,000.
       */
      waiting: number;
      /** @description `active`, `disabled`; more may come. */
      status: 'active' | 'disabled';
      /** @description `requested`, `operator` (the service’s support), `gone` (it answered 410) or `failing` (five days without success). If its courier’s system or platform is disabled: `system_disabled`, `platform_disabled`. */
      disabled_reason: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description The result of the newest test webhook; `null`: none has ended. */
      last_test: components['schemas']['EndpointTest'] | null;
      /** @description In the sandbox: the fault that was requested and is still to come; `null`: none. */
      fault: components['schemas']['PendingFault'] | null;
      /** @description In the sandbox: the result of the newest fault; `null`: none was sent. */
      last_fault: components['schemas']['FaultResult'] | null;
      /** @description Signs the webhooks. Only this answer shows it. `null`: ed25519 signs, and `public_key` verifies. */
      secret: string | null;
      /** @description The format of the body: of the webhooks in this reference or, for merchants’ endpoints only, of Open Delivery. `standard_webhooks`, `open_delivery`; more may come. */
      format: 'standard_webhooks' | 'open_delivery';
    };
    EndpointList: {
      data: components['schemas']['Endpoint'][];
      /** @description Always `null`: there are at most 25. */
      next_cursor: string | null;
    };
    /** @description `waiting`, `in_flight`, `delivered`, `exhausted`, `held`, `skipped`; more may come. */
    WebhookDeliveryState: 'waiting' | 'in_flight' | 'delivered' | 'exhausted' | 'held' | 'skipped';
    /** @description One event for one endpoint. */
    WebhookDelivery: {
      /** Format: uuid */
      id: string;
      /** @description The order; for an event about an endpoint the `id` of its body, which no order has. */
      order_id: components['schemas']['OrderId'];
      /** @description The order’s, as given at creation. `null`: the event is about an endpoint. */
      display_id: string | null;
      /** Format: uuid */
      endpoint_id: string;
      event: components['schemas']['WebhookEvent'];
      /** @description The new status, if the event is `status_changed`. */
      status: components['schemas']['OrderStatus'] | null;
      /** Format: int64 */
      sequence: number;
      /** @description The header `webhook-id`. A replay has the id of the delivery that it repeats. */
      webhook_id: string;
      /** @description `held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted. */
      state: components['schemas']['WebhookDeliveryState'];
      /** Format: int64 */
      attempt_count: number;
      /**
       * Format: date-time
       * @description `null` unless it waits for its time.
       */
      next_attempt_at: string | null;
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      last_error_code: string | null;
      /**
       * Format: int64
       * @description The HTTP status of the last attempt if it failed. `null`: it succeeded, or there was no answer.
       */
      last_status_code: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      settled_at: string | null;
      /**
       * Format: uuid
       * @description Not null: this is the repeat of another delivery, sent by that replay.
       */
      replay_id: string | null;
    };
    WebhookDeliveryList: {
      data: components['schemas']['WebhookDelivery'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    Attempt: {
      /** Format: int64 */
      attempt: number;
      /** Format: date-time */
      at: string;
      /** Format: double */
      duration_ms: number;
      /** Format: int64 */
      status_code: number | null;
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      error_code: string | null;
      /** @description For people: details such as an address, the target of a redirect, or the rule of HTTP that was broken. */
      error_detail: string | null;
      /** @description At most 1 KB, control characters escaped. */
      response_excerpt: string | null;
      /**
       * Format: uuid
       * @description Not null: made by a replay.
       */
      replay_id: string | null;
    };
    WebhookDeliveryWithAttempts: {
      /** Format: uuid */
      id: string;
      /** @description The order; for an event about an endpoint the `id` of its body, which no order has. */
      order_id: components['schemas']['OrderId'];
      /** @description The order’s, as given at creation. `null`: the event is about an endpoint. */
      display_id: string | null;
      /** Format: uuid */
      endpoint_id: string;
      event: components['schemas']['WebhookEvent'];
      /** @description The new status, if the event is `status_changed`. */
      status: components['schemas']['OrderStatus'] | null;
      /** Format: int64 */
      sequence: number;
      /** @description The header `webhook-id`. A replay has the id of the delivery that it repeats. */
      webhook_id: string;
      /** @description `held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted. */
      state: components['schemas']['WebhookDeliveryState'];
      /** Format: int64 */
      attempt_count: number;
      /**
       * Format: date-time
       * @description `null` unless it waits for its time.
       */
      next_attempt_at: string | null;
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      last_error_code: string | null;
      /**
       * Format: int64
       * @description The HTTP status of the last attempt if it failed. `null`: it succeeded, or there was no answer.
       */
      last_status_code: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      settled_at: string | null;
      /**
       * Format: uuid
       * @description Not null: this is the repeat of another delivery, sent by that replay.
       */
      replay_id: string | null;
      attempts: components['schemas']['Attempt'][];
    };
    SentRequests: {
      type: components['schemas']['EndpointType'];
      /** @constant */
      method: 'POST';
      /** @description As it is now; values of its query are masked. `null`: a pull endpoint, whose messages are fetched. */
      url: string | null;
      /** @description The text; where it is `masked`, without what may be the customer’s. Signatures are over the whole. */
      body: string;
      /** @description `masked`, `shown`, `erased`; more may come. */
      customer_data: 'masked' | 'shown' | 'erased';
      /**
       * Format: date-time
       * @description When customers’ data was erased from the order.
       */
      erased_at: string | null;
      /** @description Newest first. */
      attempts: {
        /** Format: int64 */
        attempt: number;
        /** Format: date-time */
        at: string;
        /**
         * Format: uuid
         * @description Not null: it was sent by that replay.
         */
        replay_id: string | null;
        /** @description As posted, without the headers that HTTP adds. The value of the endpoint’s own header is masked. */
        headers: {
          [key: string]: string;
        };
        /** @description `signature`: its secret is gone, or was being rotated. `body`: customers’ data was erased since. `endpoint`: URL or header may have changed since. `span`: the parent in `traceparent` was the dispatcher’s own span. */
        unknown: ('signature' | 'body' | 'endpoint' | 'span')[];
      }[];
      /** @description There were more; the oldest are left out. */
      truncated: boolean;
    };
    /** @description A step without attempts and backlog is missing, and so is one in which no order-state ran. */
    EndpointHistory: {
      /** Format: int64 */
      step_seconds: number;
      /** @description The newest attempt of the last day that failed; `null`: none did. */
      last_error: {
        /** Format: date-time */
        at: string;
        /** Format: uuid */
        delivery_id: string;
        /** Format: int64 */
        status_code: number | null;
        /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
        error_code: string | null;
      } | null;
      /** @description This hour and the 23 before it, in sum and each. Messages of a pull endpoint count once they are acked or their visibility has ended. */
      day: {
        /** Format: int64 */
        succeeded: number;
        /** Format: int64 */
        failed: number;
        /** @description Median and 95th percentile of the time to an answer of any kind; of a pull endpoint, from fetch to ack. Computed from counts in 24 classes of duration. `null`: no answers. */
        answer_ms: {
          /** Format: double */
          p50: number;
          /** Format: double */
          p95: number;
        } | null;
        /** @description Oldest first; an hour without attempts is missing. */
        hours: {
          /** Format: int64 */
          succeeded: number;
          /** Format: int64 */
          failed: number;
          /** @description Median and 95th percentile of the time to an answer of any kind; of a pull endpoint, from fetch to ack. Computed from counts in 24 classes of duration. `null`: no answers. */
          answer_ms: {
            /** Format: double */
            p50: number;
            /** Format: double */
            p95: number;
          } | null;
          /** Format: date-time */
          at: string;
        }[];
      };
      data: {
        /**
         * Format: date-time
         * @description When the step began.
         */
        at: string;
        /** @description Attempts by answer. Attempts of a pull endpoint count as `2xx` when they were acknowledged, else as `none`. */
        answers: {
          /** Format: int64 */
          '2xx': number;
          /** Format: int64 */
          '3xx': number;
          /** Format: int64 */
          '4xx': number;
          /** Format: int64 */
          '5xx': number;
          /** Format: int64 */
          none: number;
        };
        /** @description As `day.answer_ms`, of the step. */
        answer_ms: {
          /** Format: double */
          p50: number;
          /** Format: double */
          p95: number;
        } | null;
        /** @description The smallest window that was sampled, and the most deliveries in flight. `null`: no sample was taken. */
        window: {
          /** Format: int64 */
          size: number;
          /** Format: int64 */
          in_flight: number;
          probing: boolean;
        } | null;
        /**
         * Format: int64
         * @description The most that was sampled, counted to 10,000. `null`: no sample was taken.
         */
        waiting: number | null;
        /**
         * Format: int64
         * @description The most held deliveries, while it was disabled.
         */
        held: number | null;
      }[];
    };
    /** @description It went well when `error_code` is `null`. */
    EndpointTest: {
      webhook_id: string;
      /** Format: date-time */
      at: string;
      /** Format: double */
      duration_ms: number;
      /** Format: int64 */
      status_code: number | null;
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      error_code: string | null;
      /** @description For people: details such as an address, the target of a redirect, or the rule of HTTP that was broken. */
      error_detail: string | null;
      /** @description At most 1 KB, control characters escaped. */
      response_excerpt: string | null;
    };
    /** @description Under way: read the endpoint’s `last_test`. */
    EndpointTestStarted: {
      webhook_id: string;
    };
    /** @description A webhook, to be taken as if it had been posted. */
    PulledMessage: {
      /**
       * Format: uuid
       * @description The id of the delivery, which you ack.
       */
      id: string;
      /**
       * Format: int64
       * @description As the header `webhook-attempt` says.
       */
      attempt: number;
      /** @description Exactly those of a webhook, the signature among them; names in lower case. */
      headers: {
        [key: string]: string;
      };
      /** @description The text that is signed. */
      body: string;
      /**
       * Format: date-time
       * @description Not acked by then, it comes again.
       */
      visible_until: string;
    };
    PulledMessageList: {
      /** @description Messages of different orders, or replays: an order’s next event follows once the one before is acked. */
      data: components['schemas']['PulledMessage'][];
    };
    Ack: {
      /** @description The ids of fetched messages, 100 at most. */
      ids: string[];
    };
    AckResult: {
      /** @description These do not come again. */
      acked: string[];
      /** @description No message that this endpoint ever handed out has these ids. */
      unknown: string[];
    };
    CatchUp: {
      /**
       * Format: date-time
       * @description Exhausted deliveries created at that time or later are sent again, too. Absent: only waiting ones are sent.
       */
      since?: string | null;
    };
    TestEndpoint: {
      /** @description The event of the example, even if the endpoint does not name it. Absent: the first event of the endpoint. Not for the format `open_delivery`. */
      event?: components['schemas']['WebhookEvent'];
    };
    /** @description `since` and `until`, or `delivery_ids`. */
    CreateReplay: {
      /** Format: date-time */
      since?: string;
      /** Format: date-time */
      until?: string;
      /** @description Absent: those that were given up, `exhausted`. */
      states?: ('delivered' | 'exhausted')[] | null;
      /**
       * Format: uuid
       * @description Only those to this endpoint. Absent: to every endpoint.
       */
      endpoint_id?: string | null;
      /** @description Only these events. Absent: every event. */
      events?: components['schemas']['WebhookEvent'][] | null;
      /** @description These deliveries. Those that cannot be sent again now are left out. */
      delivery_ids?: string[];
    };
    /** @description Why there is no estimate. `disabled`: deliveries are held until the endpoint is enabled. `failing`: all recent attempts failed. `fetched`: messages wait for a fetch. More may come. */
    BlockedBy: 'disabled' | 'failing' | 'fetched';
    WebhookPreview: {
      /**
       * Format: int64
       * @description How many it would send.
       */
      deliveries: number;
      /**
       * Format: int64
       * @description The number of their orders.
       */
      orders: number;
      /** @description There are more deliveries than are counted: the figures are of the first ones. */
      truncated: boolean;
      /**
       * Format: int64
       * @description Named deliveries that cannot be sent now: not settled, being replayed, or replayed 50 times.
       */
      left_out: number;
      /**
       * Format: uuid
       * @description The range is being sent again already: asking for it again names this replay and begins none.
       */
      running_replay_id: string | null;
      /**
       * Format: int64
       * @description If every attempt succeeds and nothing else is to be sent; `null`: no estimate, see the obstacles.
       */
      estimated_seconds: number | null;
      endpoints: {
        /** Format: uuid */
        id: string;
        type: components['schemas']['EndpointType'];
        /** @description Values of the query are masked. `null`: a pull endpoint. */
        url: string | null;
        /** Format: int64 */
        deliveries: number;
        /** @description `null`: there is none. */
        blocked_by: components['schemas']['BlockedBy'] | null;
        /**
         * Format: double
         * @description The average duration of its newest answers; `null`: there are none, and a second is assumed.
         */
        answer_ms: number | null;
        /**
         * Format: double
         * @description The rate that its window, or its `max_per_second`, allows at such answers.
         */
        per_second: number | null;
        /** Format: int64 */
        estimated_seconds: number | null;
      }[];
    };
    ReplayPreview: {
      /**
       * Format: int64
       * @description How many it would send.
       */
      deliveries: number;
      /**
       * Format: int64
       * @description The number of their orders.
       */
      orders: number;
      /** @description There are more deliveries than are counted: the figures are of the first ones. */
      truncated: boolean;
      /**
       * Format: int64
       * @description Named deliveries that cannot be sent now: not settled, being replayed, or replayed 50 times.
       */
      left_out: number;
      /**
       * Format: uuid
       * @description The range is being sent again already: asking for it again names this replay and begins none.
       */
      running_replay_id: string | null;
      /**
       * Format: int64
       * @description If every attempt succeeds and nothing else is to be sent; `null`: no estimate, see the obstacles.
       */
      estimated_seconds: number | null;
      endpoints: {
        /** Format: uuid */
        id: string;
        type: components['schemas']['EndpointType'];
        /** @description Values of the query are masked. `null`: a pull endpoint. */
        url: string | null;
        /** Format: int64 */
        deliveries: number;
        /** @description `null`: there is none. */
        blocked_by: components['schemas']['BlockedBy'] | null;
        /**
         * Format: double
         * @description The average duration of its newest answers; `null`: there are none, and a second is assumed.
         */
        answer_ms: number | null;
        /**
         * Format: double
         * @description The rate that its window, or its `max_per_second`, allows at such answers.
         */
        per_second: number | null;
        /** Format: int64 */
        estimated_seconds: number | null;
      }[];
      /** @description For the header `Preview-Token` of the action. */
      token: string;
      /**
       * Format: date-time
       * @description After that the token is refused.
       */
      expires_at: string;
    };
    Replay: {
      /** Format: uuid */
      id: string;
      /** @description `running`, `completed`; more may come. */
      status: 'running' | 'completed';
      /**
       * Format: uuid
       * @description The one delivery that is sent again; `null`: a range, or several that were named.
       */
      delivery_id: string | null;
      /**
       * Format: date-time
       * @description `null`: deliveries were named.
       */
      since: string | null;
      /** Format: date-time */
      until: string | null;
      states: ('delivered' | 'exhausted')[] | null;
      /**
       * Format: uuid
       * @description `null`: to every endpoint.
       */
      endpoint_id: string | null;
      /** @description `null`: every event. */
      events: components['schemas']['WebhookEvent'][] | null;
      /**
       * Format: int64
       * @description Deliveries to send again; `null`: not counted yet.
       */
      total: number | null;
      /**
       * Format: int64
       * @description How many of them have been queued.
       */
      queued: number;
      /**
       * Format: int64
       * @description How many of the queued ones have ended.
       */
      settled: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
    };
    ReplayList: {
      data: components['schemas']['Replay'][];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    /** @description The order has another status. Not sent for its creation. */
    StatusChanged: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /** @constant */
      event: 'status_changed';
      previous_status: components['schemas']['OrderStatus'];
      /** @description With canceled and delivery_failed, where one was given. */
      reason?: components['schemas']['Reason'];
      /** @description When it is known. */
      tracking_url?: string;
    };
    /** @description The order became ready: a courier is asked for. */
    DeliveryRequested: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /** @constant */
      event: 'delivery_requested';
    };
    /** @description The tracking URL was set, or replaced by another. */
    TrackingUrlAdded: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /** @constant */
      event: 'tracking_url_added';
      tracking_url: string;
    };
    /** @description The content of the order was changed. */
    OrderChanged: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'order_changed';
      /** @description JSON pointers into the order as it is read, without values. */
      changed: string[];
    };
    /** @description It is time to prepare the order. */
    OrderDueReached: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'order_due';
      due: components['schemas']['OrderDue'];
    };
    /** @description The order has not come to the step `missed` in time. */
    OrderLate: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'order_late';
      /** @description `ready_by`, `picked_up_by`, `delivered_by`; more may come. */
      missed: 'ready_by' | 'picked_up_by' | 'delivered_by';
      due: components['schemas']['OrderDue'];
    };
    /** @description A courier is named, or another one is. */
    CourierAssigned: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'courier_assigned';
      courier: {
        /** @description `null` once it was erased. */
        name: string | null;
        /** @description `foot`, `bicycle`, `motorcycle`, `car`, `van`, `other`; more may come. */
        vehicle: 'foot' | 'bicycle' | 'motorcycle' | 'car' | 'van' | 'other';
      };
    };
    /** @description The courier’s system that had accepted the order has it no more. */
    CourierUnassigned: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'courier_unassigned';
    };
    /** @description The order is ready, and no courier’s system has accepted it in time. */
    CourierNotFound: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'courier_not_found';
    };
    /** @description The courier is expected at another time. */
    EtaChanged: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'eta_changed';
      eta: components['schemas']['Eta'];
    };
    /** @description A proof of the delivery was added or replaced: read its link from the order. */
    ProofAdded: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'proof_added';
      /** @description `picture`, `signature`, `identity_document`, `other`; more may come. */
      kind: 'picture' | 'signature' | 'identity_document' | 'other';
    };
    /** @description The customer’s data was erased on request, `external_data` with it: erase your copy. */
    CustomerErased: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'customer_erased';
    };
    /** @description The courier has a problem and waits for an answer: read its text from the order. */
    DeliveryProblem: {
      /** @description The order. */
      id: components['schemas']['OrderId'];
      /** @description As given at creation. */
      external_id: string;
      /** @description As given at creation. */
      display_id: string;
      /** @description Status when the event happened. */
      status: components['schemas']['OrderStatus'];
      /**
       * Format: date-time
       * @description When the event happened, UTC with milliseconds. Strictly rises per order.
       */
      updated_at: string;
      /** @description As given at creation, the very same text. `{}` when none was given. */
      external_data: {
        [key: string]: unknown;
      };
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'delivery_problem';
      /** @description The answer needs it. */
      problem_id: number;
      /** @description Stable and machine-readable. `customer_absent`: no one opened the door; `address_unknown`: the door was not found; `not_ordered`: the customer did not order it; `wrong_items`: it holds other items; `missing_items`: items are missing; `damaged`: it was damaged or opened; `late`: it came too late; `payment_problem`: the customer could not pay; `already_paid`: the customer says that it is paid; `not_paid`: it was handed over without payment; `theft`: it was stolen, or the order was fraudulent; `courier_gave_up`: the courier cannot go on; `other`: see the message; `no_access`: the courier cannot get to the door; `not_ready`: the courier waits for it at the store. Other codes are taken as they are. */
      kind: string;
    };
    /** @description An endpoint has failed for a quarter of an hour, at least three times. */
    EndpointFailing: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'endpoint_failing';
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      error_code: string | null;
    };
    /** @description The endpoint has answered with 2xx again. */
    EndpointRecovered: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'endpoint_recovered';
    };
    /** @description The system has disabled an endpoint: its webhooks are held. */
    EndpointDisabled: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'endpoint_disabled';
      /** @description `gone`: it answered 410. `failing`: it failed for five days. More may come. */
      disabled_reason: 'gone' | 'failing';
    };
    /** @description Something has waited for a pull endpoint for a quarter of an hour, and nothing fetched it. */
    EndpointNotFetching: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'endpoint_not_fetching';
    };
    /** @description The pull endpoint is fetched from again. */
    EndpointFetching: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'endpoint_fetching';
    };
    /** @description Webhooks to an endpoint were given up, `exhausted`: at most one digest an hour and endpoint. */
    DeliveryExhausted: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      endpoint: {
        /** Format: uuid */
        id: string;
        name: string | null;
        /** @description The origin of its URL; `null`: a pull endpoint. */
        origin: string | null;
      };
      /** @description Its page in the portal. Absent: the installation has none that it knows of. */
      portal_url?: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'delivery_exhausted';
      /**
       * Format: int64
       * @description How many since then.
       */
      count: number;
      /** @description The first ten at most. */
      delivery_ids: string[];
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      error_code: string | null;
    };
    /** @description Calls of the merchant were refused with 429: at most one digest an hour. */
    RateLimited: {
      /** @description Equal in all events about one endpoint, or about the merchant’s calls, like an order’s id. No order has it. */
      id: components['schemas']['OrderId'];
      /**
       * Format: date-time
       * @description When it was found, UTC with milliseconds.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description The start of the incident. In a digest: when the first of the counted events happened.
       */
      since: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      event: 'rate_limited';
      limits: {
        /** @description As the answers name it: in `RateLimit`. */
        limit: string;
        /**
         * Format: int64
         * @description How many calls it refused since then.
         */
        count: number;
        /** Format: date-time */
        first_at: string;
        /** Format: date-time */
        last_at: string;
      }[];
    };
    PlatformSummary: {
      platform: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @description `live`, `sandbox`; more may come. */
        mode: 'live' | 'sandbox';
      };
      merchants: {
        /** Format: int64 */
        active: number;
        /** Format: int64 */
        disabled: number;
      };
      /** @description Each counted to 10,000. */
      orders: {
        /** Format: int64 */
        under_way: number;
        /** Format: int64 */
        late: number;
      };
      /** @description The number of your merchants’ endpoints by health; a health without endpoints is absent. */
      endpoints: {
        [key: string]: number;
      };
      /** @description Your own, which get the events of all merchants. */
      own_endpoints: {
        /** Format: uuid */
        id: string;
        health: components['schemas']['EndpointHealth'];
        /**
         * Format: int64
         * @description Deliveries that wait for it, held ones too, counted to 10,000.
         */
        waiting: number;
        /**
         * Format: date-time
         * @description Since when no attempt has succeeded; `null`: the newest one did, or there was none.
         */
        failing_since: string | null;
        /** @description Only for push endpoints: neither a webhook nor a test was ever sent to it, so it is unknown whether it works. */
        untried: boolean;
      }[];
      /** @description The merchants whose endpoints fail, refuse everything or are disabled: at most twenty, the worst first. */
      unwell: components['schemas']['MerchantListEntry'][];
    };
    PlatformWebhookDeliveryList: {
      data: {
        /** Format: uuid */
        id: string;
        /** @description The order; for an event about an endpoint the `id` of its body, which no order has. */
        order_id: components['schemas']['OrderId'];
        /** @description The order’s, as given at creation. `null`: the event is about an endpoint. */
        display_id: string | null;
        /** Format: uuid */
        endpoint_id: string;
        event: components['schemas']['WebhookEvent'];
        /** @description The new status, if the event is `status_changed`. */
        status: components['schemas']['OrderStatus'] | null;
        /** Format: int64 */
        sequence: number;
        /** @description The header `webhook-id`. A replay has the id of the delivery that it repeats. */
        webhook_id: string;
        /** @description `held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted. */
        state: components['schemas']['WebhookDeliveryState'];
        /** Format: int64 */
        attempt_count: number;
        /**
         * Format: date-time
         * @description `null` unless it waits for its time.
         */
        next_attempt_at: string | null;
        /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
        last_error_code: string | null;
        /**
         * Format: int64
         * @description The HTTP status of the last attempt if it failed. `null`: it succeeded, or there was no answer.
         */
        last_status_code: number | null;
        /** Format: date-time */
        created_at: string;
        /** Format: date-time */
        settled_at: string | null;
        /**
         * Format: uuid
         * @description Not null: this is the repeat of another delivery, sent by that replay.
         */
        replay_id: string | null;
        /** @description The merchant that it is about. */
        merchant_id: string;
      }[];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    PlatformWebhookDeliveryWithAttempts: {
      /** Format: uuid */
      id: string;
      /** @description The order; for an event about an endpoint the `id` of its body, which no order has. */
      order_id: components['schemas']['OrderId'];
      /** @description The order’s, as given at creation. `null`: the event is about an endpoint. */
      display_id: string | null;
      /** Format: uuid */
      endpoint_id: string;
      event: components['schemas']['WebhookEvent'];
      /** @description The new status, if the event is `status_changed`. */
      status: components['schemas']['OrderStatus'] | null;
      /** Format: int64 */
      sequence: number;
      /** @description The header `webhook-id`. A replay has the id of the delivery that it repeats. */
      webhook_id: string;
      /** @description `held`: its endpoint is disabled. `exhausted`: every attempt failed. `skipped`: the endpoint was deleted. */
      state: components['schemas']['WebhookDeliveryState'];
      /** Format: int64 */
      attempt_count: number;
      /**
       * Format: date-time
       * @description `null` unless it waits for its time.
       */
      next_attempt_at: string | null;
      /** @description Why it failed, stable and machine-readable. More codes may come; none changes its meaning. */
      last_error_code: string | null;
      /**
       * Format: int64
       * @description The HTTP status of the last attempt if it failed. `null`: it succeeded, or there was no answer.
       */
      last_status_code: number | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      settled_at: string | null;
      /**
       * Format: uuid
       * @description Not null: this is the repeat of another delivery, sent by that replay.
       */
      replay_id: string | null;
      /** @description The merchant that it is about. */
      merchant_id: string;
      attempts: components['schemas']['Attempt'][];
    };
    MerchantUsageList: {
      data: {
        month: string;
        orders: {
          /** Format: int64 */
          created: number;
          /** Format: int64 */
          delivered: number;
          /** Format: int64 */
          canceled: number;
          /**
           * Format: int64
           * @description Those that could not be delivered.
           */
          returned: number;
        };
        webhooks: {
          /**
           * Format: int64
           * @description Each POST to an endpoint, and each acknowledgement of a pull endpoint. Repeats and replays count.
           */
          attempts: number;
          /** Format: int64 */
          delivered: number;
          /**
           * Format: int64
           * @description Given up after the last attempt.
           */
          exhausted: number;
        };
        merchant_id: string;
        name: string;
        reference: string | null;
        /** @description `live`, `sandbox`; more may come. */
        mode: 'live' | 'sandbox';
        platform: {
          /** Format: uuid */
          id: string;
          name: string;
        };
      }[];
      /** @description `null` on the last page. For the next one give it as `cursor`. */
      next_cursor: string | null;
    };
    FieldError: {
      /** @description RFC 6901 JSON Pointer into the body; empty for the body itself. */
      pointer: string;
      field: string;
      /** @description Stable and machine-readable. */
      code: string;
      /** @description What was expected. */
      message: string;
    };
    /** @description Problem details of RFC 9457. Decide by `code`. */
    Problem: {
      type: string;
      title: string;
      /** Format: int64 */
      status: number;
      /** @description For people. Never repeats what was sent. */
      detail: string;
      instance: string;
      /** @description Stable and machine-readable: see the table of errors. More may come; treat an unknown one by `status`. */
      code: string;
      /** @description Equal to `detail`. */
      message: string;
      /** @description Equal to the header `x-request-id`. Quote it to support. */
      request_id: string;
      /** @description Every faulty field at once. */
      errors?: components['schemas']['FieldError'][];
      /** @description Only when a create is refused: fields that a person should check, as `validate` lists them. */
      warnings?: components['schemas']['FieldError'][];
      /** @description With `external_id_conflict`: the order that has this `external_id`. */
      order_id?: components['schemas']['OrderId'];
      /**
       * Format: uuid
       * @description With `endpoint_url_taken`: the endpoint that has this URL.
       */
      endpoint_id?: string;
      /** @description With `reference_taken`: the merchant that has this reference. */
      merchant_id?: string;
      /**
       * Format: uuid
       * @description With `platform_name_taken`: the platform that has this name.
       */
      platform_id?: string;
    };
  };
  responses: {
    /**
     * @description `invalid_parameter`, `malformed_json`, `validation_failed`
     *
     *     `invalid_parameter`: A query parameter is unknown, invalid or repeated; a word of the path or a `Sandbox-…` header is invalid; or the credentials are given twice.
     *
     *     `malformed_json`: The body is not JSON in UTF-8.
     *
     *     `validation_failed`: The body has fields of the wrong shape; `errors` lists all of them.
     */
    InvalidParameterOrMalformedJsonOrValidationFailedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invalid_credentials`: The credentials are missing or wrong. */
    InvalidCredentialsProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `merchant_disabled`, `cross_site_request`, `read_only_session`
     *
     *     `merchant_disabled`: The merchant is disabled.
     *
     *     `cross_site_request`: A change was sent with a session cookie, but not from a page of this origin.
     *
     *     `read_only_session`: The session began with a read-only portal link, and the call is a change.
     */
    MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `external_id_conflict`: An order with this `external_id` but different content exists; `errors` names the fields that differ. */
    ExternalIdConflictProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `payload_too_large`: The body is too large. */
    PayloadTooLargeProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unsupported_media_type`: The body is not `application/json` in UTF-8, or it is compressed. */
    UnsupportedMediaTypeProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `payment_sum_mismatch`, `payment_online_mismatch`, `payment_offline_mismatch`, `cash_must_be_offline`, `cash_not_allowed`, `invalid_change_for`, `invalid_coordinates`, `delivery_time_too_far`
     *
     *     `payment_sum_mismatch`: The values of the methods do not add up to `prepaid` + `pending`.
     *
     *     `payment_online_mismatch`: The ONLINE methods do not add up to `prepaid`.
     *
     *     `payment_offline_mismatch`: The OFFLINE methods do not add up to `pending`.
     *
     *     `cash_must_be_offline`: The method is CASH and its type is ONLINE.
     *
     *     `cash_not_allowed`: `cash` was sent with a method other than CASH.
     *
     *     `invalid_change_for`: `change_for` is less than `value`.
     *
     *     `invalid_coordinates`: The coordinates are 0, 0.
     *
     *     `delivery_time_too_far`: `delivery_time` is more than 30 days ahead.
     */
    PaymentSumMismatchOrPaymentOnlineMismatchOrPaymentOfflineMismatchOrCashMustBeOfflineOrCashNotAllowedOrInvalidChangeForOrInvalidCoordinatesOrDeliveryTimeTooFarProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `rate_limited`: Too many requests, bytes, tests, previews, lists, replays or failed logins; `detail` says which. */
    RateLimitedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `internal_error`: An internal error occurred; it was logged with the `request_id`. */
    InternalErrorProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `temporarily_unavailable`: A part of the service is unavailable or overloaded. After a write, the outcome is unknown. */
    TemporarilyUnavailableProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invalid_parameter`: A query parameter is unknown, invalid or repeated; a word of the path or a `Sandbox-…` header is invalid; or the credentials are given twice. */
    InvalidParameterProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `merchant_disabled`: The merchant is disabled. */
    MerchantDisabledProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `order_not_found`: The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet. */
    OrderNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `order_purged`: The order was purged, because it was inactive for `RETENTION_DAYS`; `detail` says when. */
    OrderPurgedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `too_late_to_change`, `order_history_full`
     *
     *     `too_late_to_change`: The status of the order no longer allows changes of these fields; `errors` names them. Nothing was changed.
     *
     *     `order_history_full`: The order has the maximum: 1,000 events besides status changes, 2,000 in all, or 20 problems.
     */
    TooLateToChangeOrOrderHistoryFullProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `order_purged`, `customer_data_erased`
     *
     *     `order_purged`: The order was purged, because it was inactive for `RETENTION_DAYS`; `detail` says when.
     *
     *     `customer_data_erased`: The customer’s data was erased from the order, so it can be neither read nor changed.
     */
    OrderPurgedOrCustomerDataErasedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `precondition_failed`: The content of the order has been changed since the `ETag` of `If-Match`. Nothing was changed. */
    PreconditionFailedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invalid_state_transition`: The current status of the order does not allow this. */
    InvalidStateTransitionProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `order_not_found`, `problem_not_found`
     *
     *     `order_not_found`: The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet.
     *
     *     `problem_not_found`: The order has no problem with this id.
     */
    OrderNotFoundOrProblemNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `problem_closed`, `order_history_full`
     *
     *     `problem_closed`: The problem has an answer, the courier’s system released the delivery, or the order has ended.
     *
     *     `order_history_full`: The order has the maximum: 1,000 events besides status changes, 2,000 in all, or 20 problems.
     */
    ProblemClosedOrOrderHistoryFullProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `order_not_found`, `position_not_found`
     *
     *     `order_not_found`: The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet.
     *
     *     `position_not_found`: No position of the order’s courier is known: it is not on its way to the customer, or none was reported.
     */
    OrderNotFoundOrPositionNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `cursor_expired`: The events after this cursor were purged, or the service was restored to a time before it. */
    CursorExpiredProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `store_not_found`: None of your stores has this `ref`. */
    StoreNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `store_limit_reached`: A merchant can have at most 1,000 stores. */
    StoreLimitReachedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `person_exists`, `person_limit_reached`, `mail_not_configured`
     *
     *     `person_exists`: The owner has a person with this address.
     *
     *     `person_limit_reached`: The owner has 50 people, the maximum.
     *
     *     `mail_not_configured`: The service cannot send mail, so it can neither invite a person nor send a sign-in link.
     */
    PersonExistsOrPersonLimitReachedOrMailNotConfiguredProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `person_not_found`: No such person. */
    PersonNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `oauth_client_limit_reached`: A merchant can have at most five OAuth clients. */
    OauthClientLimitReachedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `oauth_client_not_found`: No such OAuth client. */
    OauthClientNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `endpoint_url_taken`, `endpoint_limit_reached`, `recipient_limit_reached`
     *
     *     `endpoint_url_taken`: Another of your endpoints already has this URL.
     *
     *     `endpoint_limit_reached`: The owner has 25 endpoints, the maximum.
     *
     *     `recipient_limit_reached`: More than five of your endpoints would receive the same event; `detail` names it.
     */
    EndpointUrlTakenOrEndpointLimitReachedOrRecipientLimitReachedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `webhook_url_refused`: Webhooks cannot be sent to this URL; `detail` says why. */
    WebhookUrlRefusedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `endpoint_not_found`: No such webhook endpoint. */
    EndpointNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `endpoint_url_taken`, `endpoint_limit_reached`, `recipient_limit_reached`, `endpoint_type_mismatch`
     *
     *     `endpoint_url_taken`: Another of your endpoints already has this URL.
     *
     *     `endpoint_limit_reached`: The owner has 25 endpoints, the maximum.
     *
     *     `recipient_limit_reached`: More than five of your endpoints would receive the same event; `detail` names it.
     *
     *     `endpoint_type_mismatch`: The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint.
     */
    EndpointUrlTakenOrEndpointLimitReachedOrRecipientLimitReachedOrEndpointTypeMismatchProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `endpoint_url_taken`, `recipient_limit_reached`, `endpoint_type_mismatch`
     *
     *     `endpoint_url_taken`: Another of your endpoints already has this URL.
     *
     *     `recipient_limit_reached`: More than five of your endpoints would receive the same event; `detail` names it.
     *
     *     `endpoint_type_mismatch`: The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint.
     */
    EndpointUrlTakenOrRecipientLimitReachedOrEndpointTypeMismatchProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `endpoint_type_mismatch`: The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint. */
    EndpointTypeMismatchProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `secret_limit_reached`: The endpoint has five signing secrets, the maximum. */
    SecretLimitReachedProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `endpoint_disabled`: The endpoint is disabled, so its webhooks are held. */
    EndpointDisabledProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `delivery_not_found`: No such webhook delivery. */
    DeliveryNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `delivery_not_waiting`, `endpoint_disabled`
     *
     *     `delivery_not_waiting`: The delivery is delivered, exhausted or skipped, so it is not waiting.
     *
     *     `endpoint_disabled`: The endpoint is disabled, so its webhooks are held.
     */
    DeliveryNotWaitingOrEndpointDisabledProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `delivery_not_replayable`, `replay_running`, `preview_stale`
     *
     *     `delivery_not_replayable`: The delivery is not settled, its endpoint is deleted, or it was replayed 50 times, the maximum.
     *
     *     `replay_running`: A replay of the delivery is already running.
     *
     *     `preview_stale`: The action would no longer do what its preview showed; `detail` says what changed. Nothing was done.
     */
    DeliveryNotReplayableOrReplayRunningOrPreviewStaleProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `replay_not_found`: No such replay. */
    ReplayNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `order_not_found`, `route_not_found`
     *
     *     `order_not_found`: The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet.
     *
     *     `route_not_found`: No call has this path.
     */
    OrderNotFoundOrRouteNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `invalid_state_transition`, `order_history_full`
     *
     *     `invalid_state_transition`: The current status of the order does not allow this.
     *
     *     `order_history_full`: The order has the maximum: 1,000 events besides status changes, 2,000 in all, or 20 problems.
     */
    InvalidStateTransitionOrOrderHistoryFullProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `endpoint_not_found`, `route_not_found`
     *
     *     `endpoint_not_found`: No such webhook endpoint.
     *
     *     `route_not_found`: No call has this path.
     */
    EndpointNotFoundOrRouteNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `merchant_not_found`: No such merchant. */
    MerchantNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `portal_link_invalid`: The link was already used, has expired, or never existed. */
    PortalLinkInvalidProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `mail_not_configured`: The service cannot send mail, so it can neither invite a person nor send a sign-in link. */
    MailNotConfiguredProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `platform_not_found`: No such platform, or the session is not of a platform. */
    PlatformNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `platform_not_found`, `delivery_not_found`
     *
     *     `platform_not_found`: No such platform, or the session is not of a platform.
     *
     *     `delivery_not_found`: No such webhook delivery.
     */
    PlatformNotFoundOrDeliveryNotFoundProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description Any other problem, e.g. `method_not_allowed`, `headers_too_large` or `request_timeout`: see the table. */
    OtherProblem: {
      headers: {
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        Allow: components['headers']['Allow'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description State of the limit that is nearest: its name, `r` requests left, full again in `t` seconds.
     * @example "create";r=599;t=1
     */
    RateLimit: string;
    /**
     * @description Limits that apply to the call: name, `q` requests in `w` seconds.
     * @example "create";q=600;w=60, "platform";q=12000;w=60
     */
    'RateLimit-Policy': string;
    /**
     * @description The id that the request came with, where it is safe to log, else a random one.
     * @example 7d0e4c1a52f64b0f9c550c3d9a6f2b11
     */
    'X-Request-Id': string;
    /**
     * @description Seconds to wait before sending the same again.
     * @example 1
     */
    'Retry-After': number;
    /**
     * @description The version of this answer, for `If-None-Match`; an order’s also for `If-Match`, which compares the content.
     * @example "1.47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
     */
    ETag: string;
    /**
     * @description Path of what was created.
     * @example /v1/external-orders/5f1c0e9ab3d24c7788aa01ff
     */
    Location: string;
    /** @description `true` where the same order had been created before: nothing happened this time. */
    'Idempotent-Replayed': 'true';
    /**
     * @description JSON Pointers to unknown, ignored fields of the body: 20 at most, in the form of RFC 6901, 6. Absent: none.
     * @example /deliveryTime, /items/0/note
     */
    'Ignored-Fields': string;
    /**
     * @description With `Ignored-Fields`: how many there are.
     * @example 2
     */
    'Ignored-Fields-Count': number;
    /**
     * @description JSON Pointers to accepted fields that look wrong: a `delivery_time` more than a day ago, coordinates outside the country. Absent: none.
     * @example /delivery_time
     */
    'Doubtful-Fields': string;
    /** @description The session: HttpOnly, SameSite=Strict, and Secure where TLS ends in front. */
    'Set-Cookie': string;
    /** @description How to log in. */
    'WWW-Authenticate': string;
    /**
     * @description With 405: the methods that there are.
     * @example POST, GET, HEAD, OPTIONS
     */
    Allow: string;
  };
  pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
  listOrders: {
    parameters: {
      query?: {
        /** @description Only the order with this id of yours. */
        external_id?: string;
        /** @description Only orders with this status. */
        status?: components['schemas']['OrderStatus'];
        /** @description Only orders created at this time or later. */
        since?: string;
        /** @description Only orders whose `updated_at` is this time or later, oldest change first. */
        updated_since?: string;
        /** @description Only orders under way whose next step is due before this time. See `due` of an order. */
        due_before?: string;
        /** @description Only orders under way that are late: see `late_since` of an order. */
        late?: 'true';
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5f1c0e9ab3d24c7788aa01ff",
           *           "external_id": "A-1002",
           *           "display_id": "0008",
           *           "status": "ready",
           *           "updated_at": "2026-01-31T18:41:07.312Z",
           *           "created_at": "2026-01-31T18:30:00.105Z",
           *           "due": {
           *             "ready_by": "2026-01-31T19:05:00.000Z",
           *             "picked_up_by": "2026-01-31T19:10:00.000Z",
           *             "delivered_by": "2026-01-31T19:30:00.000Z"
           *           },
           *           "late_since": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['OrderList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  createOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description The scenario of the order. Default: `delivered`. Only for sandbox merchants; a live one gets 400. */
        'Sandbox-Scenario'?: components['schemas']['SandboxScenario'];
        /** @description Speed of the simulated couriers relative to people: above 0, at most 3600, such as `60` or `0.5`. Default: 1. */
        'Sandbox-Speed'?: number;
        /** @description Only for sandbox merchants: equal seeds and scenarios give equal courses. Default: the id of the order. */
        'Sandbox-Seed'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExternalOrder'];
      };
    };
    responses: {
      /** @description Accepted and durable. With `Idempotent-Replayed: true`: it had been before. */
      201: {
        headers: {
          Location: components['headers']['Location'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          'Ignored-Fields': components['headers']['Ignored-Fields'];
          'Ignored-Fields-Count': components['headers']['Ignored-Fields-Count'];
          'Doubtful-Fields': components['headers']['Doubtful-Fields'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff"
           *     }
           */
          'application/json': components['schemas']['OrderCreated'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      409: components['responses']['ExternalIdConflictProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      422: components['responses']['PaymentSumMismatchOrPaymentOnlineMismatchOrPaymentOfflineMismatchOrCashMustBeOfflineOrCashNotAllowedOrInvalidChangeForOrInvalidCoordinatesOrDeliveryTimeTooFarProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  validateOrder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExternalOrder'];
      };
    };
    responses: {
      /** @description The findings, also if a create would be answered 400 or 422. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "valid": true,
           *       "coverage": "covered",
           *       "errors": [],
           *       "warnings": [
           *         {
           *           "pointer": "/address/coordinates",
           *           "field": "address.coordinates",
           *           "code": "coordinates_swapped",
           *           "message": "Latitude and longitude seem to be swapped: the swapped place is in the country of the address."
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OrderValidation'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole order. */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_id": "A-1002",
           *       "display_id": "0008",
           *       "customer": {
           *         "name": "João D’Ávila",
           *         "phone": "08007770000"
           *       },
           *       "address": {
           *         "country": "BR",
           *         "state": "SP",
           *         "city": "São Paulo",
           *         "street": "Rua Augusta",
           *         "number": "S/N",
           *         "coordinates": {
           *           "latitude": -23.5571,
           *           "longitude": -46.6602
           *         },
           *         "neighborhood": "Consolação",
           *         "zip_code": "",
           *         "complement": "Portão azul"
           *       },
           *       "payment": {
           *         "prepaid": 0,
           *         "pending": 5000,
           *         "methods": [
           *           {
           *             "value": 5000,
           *             "method": "CASH",
           *             "type": "OFFLINE",
           *             "cash": {
           *               "change_for": 10000
           *             }
           *           }
           *         ]
           *       },
           *       "items": [
           *         {
           *           "description": "Pizza grande",
           *           "quantity": 1,
           *           "notes": "Sem cebola",
           *           "sub_items": [
           *             {
           *               "description": "Meia calabresa",
           *               "quantity": 1
           *             },
           *             {
           *               "description": "Meia muçarela",
           *               "quantity": 1
           *             }
           *           ]
           *         },
           *         {
           *           "description": "Guaraná 2 L",
           *           "quantity": 1
           *         }
           *       ],
           *       "extras": {
           *         "origin": "IFOOD",
           *         "localizer": "4821",
           *         "central": "08007770000",
           *         "order_id": "9a1cf1a4-3ad6-44a4-9c3e-6a0b7e1d2c55"
           *       },
           *       "external_data": {
           *         "till": 3,
           *         "shift": "evening"
           *       },
           *       "delivery_time": "2026-01-31T19:30:00Z",
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "status": "ready",
           *       "updated_at": "2026-01-31T18:41:07.312Z",
           *       "created_at": "2026-01-31T18:30:00.105Z",
           *       "due": {
           *         "ready_by": "2026-01-31T19:05:00.000Z",
           *         "picked_up_by": "2026-01-31T19:10:00.000Z",
           *         "delivered_by": "2026-01-31T19:30:00.000Z"
           *       },
           *       "late_since": null,
           *       "tracking_url": null,
           *       "reason": null,
           *       "store": null,
           *       "courier": {
           *         "name": "Rui",
           *         "vehicle": "bicycle"
           *       },
           *       "courier_system": {
           *         "name": "Rapidinho"
           *       },
           *       "eta": {
           *         "delivery_at": "2026-01-31T19:30:00Z"
           *       },
           *       "handover": null,
           *       "proof": null,
           *       "no_courier_since": null,
           *       "problems": []
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      410: components['responses']['OrderPurgedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  changeOrder: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the order that you read. If its content has changed since, the answer is 412. */
        'If-Match'?: string;
      };
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChanges'];
      };
    };
    responses: {
      /** @description Done, or it was so already. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1002",
           *       "display_id": "0008",
           *       "status": "ready",
           *       "updated_at": "2026-01-31T18:41:07.312Z"
           *     }
           */
          'application/json': components['schemas']['OrderSummary'];
        };
      };
      /** @description Accepted and durable; applied soon. The webhook tells when. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff"
           *     }
           */
          'application/json': components['schemas']['OrderAccepted'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      409: components['responses']['TooLateToChangeOrOrderHistoryFullProblem'];
      410: components['responses']['OrderPurgedOrCustomerDataErasedProblem'];
      412: components['responses']['PreconditionFailedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      422: components['responses']['PaymentSumMismatchOrPaymentOnlineMismatchOrPaymentOfflineMismatchOrCashMustBeOfflineOrCashNotAllowedOrInvalidChangeForOrInvalidCoordinatesOrDeliveryTimeTooFarProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  markOrderReady: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done, or it was so already. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1002",
           *       "display_id": "0008",
           *       "status": "ready",
           *       "updated_at": "2026-01-31T18:41:07.312Z"
           *     }
           */
          'application/json': components['schemas']['OrderSummary'];
        };
      };
      /** @description Accepted and durable; applied soon. The webhook tells when. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff"
           *     }
           */
          'application/json': components['schemas']['OrderAccepted'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      409: components['responses']['InvalidStateTransitionProblem'];
      410: components['responses']['OrderPurgedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  cancelOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CancelRequest'];
      };
    };
    responses: {
      /** @description Done, or it was so already. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1002",
           *       "display_id": "0008",
           *       "status": "ready",
           *       "updated_at": "2026-01-31T18:41:07.312Z"
           *     }
           */
          'application/json': components['schemas']['OrderSummary'];
        };
      };
      /** @description Accepted and durable; applied soon. The webhook tells when. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff"
           *     }
           */
          'application/json': components['schemas']['OrderAccepted'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      409: components['responses']['InvalidStateTransitionProblem'];
      410: components['responses']['OrderPurgedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  answerProblem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
        /**
         * @description The `id` of the problem.
         * @example 1
         */
        problem_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AnswerProblem'];
      };
    };
    responses: {
      /** @description Done, or it was so already. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1002",
           *       "display_id": "0008",
           *       "status": "ready",
           *       "updated_at": "2026-01-31T18:41:07.312Z"
           *     }
           */
          'application/json': components['schemas']['OrderSummary'];
        };
      };
      /** @description Accepted and durable; applied soon. The webhook tells when. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff"
           *     }
           */
          'application/json': components['schemas']['OrderAccepted'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OrderNotFoundOrProblemNotFoundProblem'];
      409: components['responses']['ProblemClosedOrOrderHistoryFullProblem'];
      410: components['responses']['OrderPurgedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listOrderEvents: {
    parameters: {
      query?: {
        /** @description The last `webhook-sequence` you have seen, or a `next_cursor`. */
        after?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "sequence": 1,
           *           "event": "status_changed",
           *           "at": "2026-01-31T18:41:07.312Z",
           *           "deliveries": [
           *             {
           *               "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *               "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *               "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9"
           *             }
           *           ],
           *           "body": {
           *             "id": "5f1c0e9ab3d24c7788aa01ff",
           *             "external_id": "A-1002",
           *             "display_id": "0008",
           *             "status": "ready",
           *             "updated_at": "2026-01-31T18:41:07.312Z",
           *             "external_data": {
           *               "till": 3,
           *               "shift": "evening"
           *             },
           *             "event": "status_changed",
           *             "previous_status": "created"
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['OrderEventList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      410: components['responses']['OrderPurgedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getOrderLanes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The lanes. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "order": {
           *         "id": "5f1c0e9ab3d24c7788aa01ff",
           *         "external_id": "A-1002",
           *         "display_id": "0008",
           *         "status": "ready",
           *         "updated_at": "2026-01-31T18:41:07.312Z",
           *         "created_at": "2026-01-31T18:30:00.105Z",
           *         "due": {
           *           "ready_by": "2026-01-31T19:05:00.000Z",
           *           "picked_up_by": "2026-01-31T19:10:00.000Z",
           *           "delivered_by": "2026-01-31T19:30:00.000Z"
           *         },
           *         "late_since": null
           *       },
           *       "commands": [
           *         {
           *           "at": "2026-01-31T18:41:07.312Z",
           *           "id": "c2f1a5de-3f0b-4c39-9d5e-0f6f4a1b7c20",
           *           "type": "order.ready_requested",
           *           "outcome": "applied",
           *           "code": null,
           *           "detail": null,
           *           "after_sequence": 1
           *         }
           *       ],
           *       "events": [
           *         {
           *           "at": "2026-01-31T18:41:07.312Z",
           *           "sequence": 1,
           *           "event": "status_changed",
           *           "status": "ready"
           *         }
           *       ],
           *       "lanes": [
           *         {
           *           "endpoint": {
           *             "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *             "type": "push",
           *             "name": "Kitchen",
           *             "url": "https://hooks.example.com/orders",
           *             "status": "active",
           *             "disabled_reason": null,
           *             "health": "ok"
           *           },
           *           "deliveries": [
           *             {
           *               "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *               "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *               "sequence": 1,
           *               "event": "status_changed",
           *               "state": "waiting",
           *               "replay_id": null,
           *               "attempt_count": 1,
           *               "waits_for": {
           *                 "reason": "retry",
           *                 "sequence": null,
           *                 "until": "2026-01-31T18:41:18.020Z",
           *                 "detail": null
           *               },
           *               "received_at": "2026-01-31T18:41:07.301Z",
           *               "applied_at": "2026-01-31T18:41:07.312Z",
           *               "created_at": "2026-01-31T18:41:07.312Z",
           *               "released_at": "2026-01-31T18:41:07.330Z",
           *               "settled_at": null,
           *               "attempts": [
           *                 {
           *                   "attempt": 1,
           *                   "at": "2026-01-31T18:41:07.341Z",
           *                   "duration_ms": 84.2,
           *                   "status_code": 503,
           *                   "error_code": "unavailable",
           *                   "error_detail": null,
           *                   "response_excerpt": "deploying"
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       ],
           *       "truncated": false
           *     }
           */
          'application/json': components['schemas']['OrderLanes'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['OrderNotFoundProblem'];
      410: components['responses']['OrderPurgedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getOrderPosition: {
    parameters: {
      query?: {
        /** @description The `at` of the position that you have. */
        after?: string;
        /** @description Seconds to wait for a newer position. */
        wait?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id that creation returned.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The last position. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "latitude": -23.557,
           *       "longitude": -46.66,
           *       "at": "2026-01-31T19:12:40.000Z",
           *       "distance_m": 1400,
           *       "way_done": 0.6
           *     }
           */
          'application/json': components['schemas']['Position'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['OrderNotFoundOrPositionNotFoundProblem'];
      410: components['responses']['OrderPurgedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getSummary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At a glance. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "merchant": {
           *         "id": "0c2f6d1e9b7a4c55a3d08e41f6b2c790",
           *         "name": "Cantina da Praça",
           *         "mode": "live",
           *         "time_zone": "America/Sao_Paulo"
           *       },
           *       "since": "2026-01-30T18:41:00.000Z",
           *       "orders": {
           *         "by_status": {
           *           "ready": 1,
           *           "delivered": 41,
           *           "canceled": 2
           *         },
           *         "truncated": false
           *       },
           *       "late_orders": 0,
           *       "orders_without_courier": 0,
           *       "deliveries": {
           *         "by_state": {
           *           "waiting": 3,
           *           "delivered": 289
           *         },
           *         "truncated": false
           *       },
           *       "endpoints": [
           *         {
           *           "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "health": "breaker_open",
           *           "waiting": 3,
           *           "failing_since": "2026-01-31T18:40:12.120Z",
           *           "untried": false
           *         }
           *       ],
           *       "incidents": [
           *         {
           *           "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "kind": "failing",
           *           "since": "2026-01-31T09:40:00.000Z",
           *           "ended_at": "2026-01-31T10:10:00.000Z",
           *           "late": 31,
           *           "undelivered": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Summary'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  searchOrders: {
    parameters: {
      query: {
        /**
         * @description What you have.
         * @example A-1002
         */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most fifty. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "5f1c0e9ab3d24c7788aa01ff",
           *           "external_id": "A-1002",
           *           "display_id": "0008",
           *           "status": "ready",
           *           "updated_at": "2026-01-31T18:41:07.312Z",
           *           "created_at": "2026-01-31T18:30:00.105Z",
           *           "due": {
           *             "ready_by": "2026-01-31T19:05:00.000Z",
           *             "picked_up_by": "2026-01-31T19:10:00.000Z",
           *             "delivered_by": "2026-01-31T19:30:00.000Z"
           *           },
           *           "late_since": null,
           *           "found_by": "external_id"
           *         }
           *       ],
           *       "purged": [],
           *       "endpoints": [],
           *       "truncated": false
           *     }
           */
          'application/json': components['schemas']['SearchResult'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getOrderTimes: {
    parameters: {
      query?: {
        /** @description The first day. Absent: 30 days with `to`, or 12 months by month. */
        from?: string;
        /** @description The last day, at most 366 days with `from`. Absent: today. */
        to?: string;
        /** @description One row for each. */
        by?: 'day' | 'month' | 'store' | 'courier_system';
        /** @description Only orders of this store. */
        store_ref?: string;
        /** @description Only orders that the courier’s system with this name had, as `by=courier_system` shows it. */
        courier_system?: string;
        /** @description Of the answer. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Days, months, stores or couriers’ systems in which orders ended. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "from": "2026-01-02",
           *       "to": "2026-01-31",
           *       "time_zone": "America/Sao_Paulo",
           *       "data": [
           *         {
           *           "group": "2026-01-31",
           *           "orders": 44,
           *           "kitchen": {
           *             "orders": 43,
           *             "seconds": 36120
           *           },
           *           "finding_courier": {
           *             "orders": 41,
           *             "seconds": 5740
           *           },
           *           "courier_to_store": {
           *             "orders": 38,
           *             "seconds": 15960
           *           },
           *           "courier_waiting": {
           *             "orders": 38,
           *             "seconds": 9120
           *           },
           *           "road": {
           *             "orders": 41,
           *             "seconds": 44280
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OrderTimes'];
          'text/csv; charset=utf-8': string;
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description A `next_cursor`, or the `cursor` of an event. Absent: from the oldest kept event. `latest`: from the next event, or from events of a moment ago that the feed did not show yet; the page is empty, unless it waits. */
        after?: string;
        /**
         * @description Only these events, separated by commas. Absent: the three standard ones. A page may be empty while more follow: see `has_more`.
         * @example status_changed,order_changed
         */
        events?: string;
        /** @description Seconds to wait where nothing has happened yet. */
        wait?: number;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page, oldest first. An empty one: nothing has happened since. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "cursor": "WyJmZWVkIiwiNWYwYzJkN2UiLDQ3MTEsIjVmMWMwZTlhYjNkMjRjNzc4OGFhMDFmZiIsMV0",
           *           "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *           "sequence": 1,
           *           "event": "status_changed",
           *           "at": "2026-01-31T18:41:07.312Z",
           *           "body": {
           *             "id": "5f1c0e9ab3d24c7788aa01ff",
           *             "external_id": "A-1002",
           *             "display_id": "0008",
           *             "status": "ready",
           *             "updated_at": "2026-01-31T18:41:07.312Z",
           *             "external_data": {
           *               "till": 3,
           *               "shift": "evening"
           *             },
           *             "event": "status_changed",
           *             "previous_status": "created"
           *           }
           *         }
           *       ],
           *       "next_cursor": "WyJmZWVkIiwiNWYwYzJkN2UiLDQ3MTIsIiIsMF0",
           *       "has_more": false
           *     }
           */
          'application/json': components['schemas']['FeedPage'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      410: components['responses']['CursorExpiredProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listStores: {
    parameters: {
      query?: {
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page, by `ref`. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "ref": "augusta",
           *           "name": "Padaria Central, Augusta",
           *           "phone": "1130001000",
           *           "address": {
           *             "country": "BR",
           *             "state": "SP",
           *             "city": "São Paulo",
           *             "street": "Rua Augusta",
           *             "number": "1508",
           *             "coordinates": {
           *               "latitude": -23.5571,
           *               "longitude": -46.6602
           *             }
           *           },
           *           "default": true
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['StoreList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getStore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The store.
         * @example augusta
         */
        ref: components['schemas']['StoreRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The store. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ref": "augusta",
           *       "name": "Padaria Central, Augusta",
           *       "phone": "1130001000",
           *       "address": {
           *         "country": "BR",
           *         "state": "SP",
           *         "city": "São Paulo",
           *         "street": "Rua Augusta",
           *         "number": "1508",
           *         "coordinates": {
           *           "latitude": -23.5571,
           *           "longitude": -46.6602
           *         }
           *       },
           *       "default": true
           *     }
           */
          'application/json': components['schemas']['Store'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['StoreNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  putStore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The store.
         * @example augusta
         */
        ref: components['schemas']['StoreRef'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StoreSettings'];
      };
    };
    responses: {
      /** @description Replaced. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ref": "augusta",
           *       "name": "Padaria Central, Augusta",
           *       "phone": "1130001000",
           *       "address": {
           *         "country": "BR",
           *         "state": "SP",
           *         "city": "São Paulo",
           *         "street": "Rua Augusta",
           *         "number": "1508",
           *         "coordinates": {
           *           "latitude": -23.5571,
           *           "longitude": -46.6602
           *         }
           *       },
           *       "default": true
           *     }
           */
          'application/json': components['schemas']['Store'];
        };
      };
      /** @description Added. */
      201: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ref": "augusta",
           *       "name": "Padaria Central, Augusta",
           *       "phone": "1130001000",
           *       "address": {
           *         "country": "BR",
           *         "state": "SP",
           *         "city": "São Paulo",
           *         "street": "Rua Augusta",
           *         "number": "1508",
           *         "coordinates": {
           *           "latitude": -23.5571,
           *           "longitude": -46.6602
           *         }
           *       },
           *       "default": true
           *     }
           */
          'application/json': components['schemas']['Store'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['StoreNotFoundProblem'];
      409: components['responses']['StoreLimitReachedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  deleteStore: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The store.
         * @example augusta
         */
        ref: components['schemas']['StoreRef'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['StoreNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getContacts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "contacts": [
           *         {
           *           "email": "ana@padaria.example",
           *           "language": "pt",
           *           "confirmed_at": "2026-03-01T12:00:00.000Z"
           *         }
           *       ],
           *       "email_enabled": true
           *     }
           */
          'application/json': components['schemas']['ContactList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  putContacts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ContactList'];
      };
    };
    responses: {
      /** @description Replaced. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "contacts": [
           *         {
           *           "email": "ana@padaria.example",
           *           "language": "pt",
           *           "confirmed_at": "2026-03-01T12:00:00.000Z"
           *         }
           *       ],
           *       "email_enabled": true
           *     }
           */
          'application/json': components['schemas']['ContactList'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listOwnActivity: {
    parameters: {
      query?: {
        /** @description Only this. */
        action?: components['schemas']['ActivityAction'];
        /** @description Only what was done to the subject with this id. */
        subject?: string;
        /** @description Only what was done at that time or later. */
        since?: string;
        /** @description Only what was done before that time. */
        until?: string;
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 4711,
           *           "at": "2026-03-01T12:00:00.000Z",
           *           "actor": {
           *             "type": "merchant",
           *             "name": "Padaria Central",
           *             "credential": {
           *               "type": "token",
           *               "id": "x4Qd"
           *             }
           *           },
           *           "action": "endpoint.changed",
           *           "subject": {
           *             "type": "endpoint",
           *             "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *             "name": "Kitchen"
           *           },
           *           "reason": null,
           *           "detail": "url",
           *           "changes": [
           *             {
           *               "name": "url",
           *               "before": "https://till.padaria.example/hooks",
           *               "after": "https://hooks.example.com/orders?shop=***"
           *             }
           *           ],
           *           "address": "203.0.113.7"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['ActivityList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listPeople: {
    parameters: {
      query?: {
        /** @description `platform`: the people of the platform, for a session that may go on to its other merchants. */
        of?: 'merchant' | 'platform';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them, by address. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6",
           *           "email": "ana@padaria.example",
           *           "role": "full",
           *           "invited_by": "j***@padaria.example",
           *           "invited_at": "2026-03-01T12:00:00.000Z",
           *           "last_signed_in_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['People'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  invitePerson: {
    parameters: {
      query?: {
        /** @description `platform`: the people of the platform, for a session that may go on to its other merchants. */
        of?: 'merchant' | 'platform';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvitePerson'];
      };
    };
    responses: {
      /** @description Invited. */
      201: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6",
           *       "email": "ana@padaria.example",
           *       "role": "full",
           *       "invited_by": "j***@padaria.example",
           *       "invited_at": "2026-03-01T12:00:00.000Z",
           *       "last_signed_in_at": null
           *     }
           */
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      409: components['responses']['PersonExistsOrPersonLimitReachedOrMailNotConfiguredProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  removePerson: {
    parameters: {
      query?: {
        /** @description `platform`: the people of the platform, for a session that may go on to its other merchants. */
        of?: 'merchant' | 'platform';
      };
      header?: never;
      path: {
        /**
         * @description The person.
         * @example 7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed. */
      204: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['PersonNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  changePerson: {
    parameters: {
      query?: {
        /** @description `platform`: the people of the platform, for a session that may go on to its other merchants. */
        of?: 'merchant' | 'platform';
      };
      header?: never;
      path: {
        /**
         * @description The person.
         * @example 7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePerson'];
      };
    };
    responses: {
      /** @description Changed. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7d1f5c0a-2b3e-4c6d-8f90-a1b2c3d4e5f6",
           *       "email": "ana@padaria.example",
           *       "role": "read",
           *       "invited_by": "j***@padaria.example",
           *       "invited_at": "2026-03-01T12:00:00.000Z",
           *       "last_signed_in_at": null
           *     }
           */
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['PersonNotFoundProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "America/Sao_Paulo"
           *     }
           */
          'application/json': components['schemas']['Settings'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  changeSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingsChanges'];
      };
    };
    responses: {
      /** @description Changed. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "time_zone": "America/Sao_Paulo"
           *     }
           */
          'application/json': components['schemas']['Settings'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listOAuthClients: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "client_id": "oauth_4c1d0b7e9a2f48d6b3e5f708",
           *           "name": "Till of the counter",
           *           "created_at": "2026-03-01T12:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OAuthClientList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  createOAuthClient: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOAuthClient'];
      };
    };
    responses: {
      /** @description Added. */
      201: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OAuthClientCreated'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      409: components['responses']['OauthClientLimitReachedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  deleteOAuthClient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The client.
         * @example oauth_4c1d0b7e9a2f48d6b3e5f708
         */
        client_id: components['schemas']['OAuthClientId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OauthClientNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "reference": null,
           *           "type": "push",
           *           "name": "Kitchen",
           *           "events": null,
           *           "max_per_second": null,
           *           "give_up_after": null,
           *           "statuses": null,
           *           "store_refs": null,
           *           "url": "https://hooks.example.com/orders?shop=***",
           *           "header": null,
           *           "signature": "hmac-sha256",
           *           "public_key": null,
           *           "paced": false,
           *           "last_fetched_at": null,
           *           "format": "standard_webhooks",
           *           "oauth_client_id": null,
           *           "not_fetching": false,
           *           "waiting": 0,
           *           "status": "active",
           *           "disabled_reason": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "last_test": null,
           *           "fault": null,
           *           "last_fault": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['EndpointList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEndpoint'];
      };
    };
    responses: {
      /** @description Added. Keep the secret, if there is one. */
      201: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null,
           *       "secret": "whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg="
           *     }
           */
          'application/json': components['schemas']['EndpointWithSecret'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      409: components['responses']['EndpointUrlTakenOrEndpointLimitReachedOrRecipientLimitReachedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      422: components['responses']['WebhookUrlRefusedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  ensureWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Your own name of the endpoint.
         * @example kitchen
         */
        reference: components['schemas']['EndpointReference'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EnsureEndpoint'];
      };
    };
    responses: {
      /** @description It was there. `changed` has the settings that were others. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": "kitchen",
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null,
           *       "changed": [
           *         "url"
           *       ]
           *     }
           */
          'application/json': components['schemas']['EnsuredEndpoint'];
        };
      };
      /** @description Added. Keep the secret. */
      201: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": "kitchen",
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null,
           *       "secret": "whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg=",
           *       "changed": []
           *     }
           */
          'application/json': components['schemas']['EnsuredEndpoint'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointUrlTakenOrEndpointLimitReachedOrRecipientLimitReachedOrEndpointTypeMismatchProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      422: components['responses']['WebhookUrlRefusedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted. */
      204: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EndpointChanges'];
      };
    };
    responses: {
      /** @description Changed. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointUrlTakenOrRecipientLimitReachedOrEndpointTypeMismatchProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      422: components['responses']['WebhookUrlRefusedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookEndpointHistory: {
    parameters: {
      query?: {
        /** @description How far back. */
        span?: 'hour' | 'day';
      };
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Oldest first. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EndpointHistory'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  testWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TestEndpoint'];
      };
    };
    responses: {
      /** @description Under way. The endpoint’s `last_test` shows what it came to. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook_id": "msg_8f14e45fceea467f9e0a3d9b1c2f7a60"
           *     }
           */
          'application/json': components['schemas']['EndpointTestStarted'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointTypeMismatchProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateSecret'];
      };
    };
    responses: {
      /** @description Rotated. Keep the new secret, if there is one. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null,
           *       "secret": "whsec_HyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fg="
           *     }
           */
          'application/json': components['schemas']['EndpointWithSecret'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['SecretLimitReachedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The owner of the endpoints: of a merchant the `merchant_id` of `GET /v1/session`.
         * @example 4c1d0b7e9a2f48d6b3e5f7081a9c2d4e
         */
        owner_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A JWK Set. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "keys": [
           *         {
           *           "kty": "OKP",
           *           "crv": "Ed25519",
           *           "x": "C9NqXXwlhxk4a38wfaOQRnXj_d9JmBjRdQl6Qj073M8",
           *           "kid": "zQ9QYGhuieq_8Jo0mm82meadAAKk-atJBVPZtqlyBZ8",
           *           "alg": "EdDSA",
           *           "use": "sig",
           *           "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookKeys'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  enableWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint as it is now. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  catchUpWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CatchUp'];
      };
    };
    responses: {
      /** @description The endpoint as it is now. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointDisabledProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWaitingWebhooks: {
    parameters: {
      query?: {
        /** @description Exhausted deliveries created at that time or later are counted, too, as a catch-up with it sends them. */
        since?: string;
      };
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counted. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": 1204,
           *       "orders": 310,
           *       "truncated": false,
           *       "left_out": 0,
           *       "running_replay_id": null,
           *       "estimated_seconds": 5,
           *       "endpoints": [
           *         {
           *           "id": "019b7f3a-6d11-7e94-8a2e-3c4d5e6f7a80",
           *           "type": "push",
           *           "url": "https://hooks.example.com/orders",
           *           "deliveries": 1204,
           *           "blocked_by": null,
           *           "answer_ms": 120.5,
           *           "per_second": 289.4,
           *           "estimated_seconds": 5
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookPreview'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  disableWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint as it is now. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": null,
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  pullWebhooks: {
    parameters: {
      query?: {
        /** @description How many messages at most. Many polls at once may each get fewer. */
        limit?: number;
        /** @description Seconds to wait where there is no message. */
        wait?: number;
        /** @description Seconds for which no other poll gets these messages. */
        visibility?: number;
      };
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Messages; none when the wait has ended. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *           "attempt": 1,
           *           "headers": {
           *             "content-type": "application/json",
           *             "user-agent": "delivery-webhooks/1",
           *             "webhook-id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *             "webhook-timestamp": "1769884867",
           *             "webhook-signature": "v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=",
           *             "webhook-attempt": "1",
           *             "webhook-sequence": "2",
           *             "webhook-previous-sequence": "1"
           *           },
           *           "body": "{\"id\":\"5f1c0e9ab3d24c7788aa01ff\",\"external_id\":\"A-1002\",\"display_id\":\"0008\",\"status\":\"ready\",\"updated_at\":\"2026-01-31T18:41:07.312Z\",\"external_data\":{\"till\":3,\"shift\":\"evening\"},\"event\":\"delivery_requested\"}",
           *           "visible_until": "2026-01-31T18:41:37.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PulledMessageList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointTypeMismatchProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  ackWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Ack'];
      };
    };
    responses: {
      /** @description The messages that are acked now or were acked before. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "acked": [
           *         "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9"
           *       ],
           *       "unknown": []
           *     }
           */
          'application/json': components['schemas']['AckResult'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundProblem'];
      409: components['responses']['EndpointTypeMismatchProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Only those of this order. */
        order_id?: components['schemas']['OrderId'];
        /** @description Only those to this endpoint. */
        endpoint_id?: string;
        /** @description Only those in this state. */
        state?: components['schemas']['WebhookDeliveryState'];
        /** @description Only those of this event. */
        event?: components['schemas']['WebhookEvent'];
        /** @description Only the one that sent this `webhook-id`, and its replays. */
        webhook_id?: string;
        /** @description Only those created at this time or later. */
        since?: string;
        /** @description Only those created before this time. */
        until?: string;
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *           "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *           "display_id": "1001",
           *           "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "event": "status_changed",
           *           "status": "ready",
           *           "sequence": 1,
           *           "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *           "state": "delivered",
           *           "attempt_count": 2,
           *           "next_attempt_at": null,
           *           "last_error_code": null,
           *           "last_status_code": null,
           *           "created_at": "2026-01-31T18:41:07.312Z",
           *           "settled_at": "2026-01-31T18:41:18.904Z",
           *           "replay_id": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery and what each attempt came to. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *       "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *       "display_id": "1001",
           *       "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "event": "status_changed",
           *       "status": "ready",
           *       "sequence": 1,
           *       "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *       "state": "delivered",
           *       "attempt_count": 2,
           *       "next_attempt_at": null,
           *       "last_error_code": null,
           *       "last_status_code": null,
           *       "created_at": "2026-01-31T18:41:07.312Z",
           *       "settled_at": "2026-01-31T18:41:18.904Z",
           *       "replay_id": null,
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "duration_ms": 84,
           *           "error_detail": null,
           *           "response_excerpt": "oops",
           *           "replay_id": null,
           *           "at": "2026-01-31T18:41:07.330Z",
           *           "status_code": 500,
           *           "error_code": "http_status"
           *         },
           *         {
           *           "attempt": 2,
           *           "duration_ms": 84,
           *           "error_detail": null,
           *           "response_excerpt": "{}",
           *           "replay_id": null,
           *           "at": "2026-01-31T18:41:18.860Z",
           *           "status_code": 200,
           *           "error_code": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryWithAttempts'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookDeliveryRequests: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest hundred attempts. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "push",
           *       "method": "POST",
           *       "url": "https://hooks.example.com/orders",
           *       "body": "{\"id\":\"5f1c0e9ab3d24c7788aa01ff\",\"event\":\"status_changed\",\"status\":\"PENDING\",\"external_data\":{}}",
           *       "customer_data": "shown",
           *       "erased_at": null,
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "at": "2026-01-31T18:41:07.330Z",
           *           "replay_id": null,
           *           "headers": {
           *             "content-type": "application/json",
           *             "user-agent": "delivery-webhooks/1",
           *             "webhook-id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *             "webhook-timestamp": "1769884867",
           *             "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
           *           },
           *           "unknown": []
           *         }
           *       ],
           *       "truncated": false
           *     }
           */
          'application/json': components['schemas']['SentRequests'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  sendWebhookDeliveryNow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery that is sent first. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *       "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *       "display_id": "1001",
           *       "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "event": "status_changed",
           *       "status": "ready",
           *       "sequence": 1,
           *       "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *       "state": "waiting",
           *       "attempt_count": 6,
           *       "next_attempt_at": "2026-01-31T20:15:02.118Z",
           *       "last_error_code": "connection_refused",
           *       "last_status_code": null,
           *       "created_at": "2026-01-31T18:41:07.312Z",
           *       "settled_at": null,
           *       "replay_id": null
           *     }
           */
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      409: components['responses']['DeliveryNotWaitingOrEndpointDisabledProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  replayWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `token` of a preview of this call, which is refused (409 `preview_stale`) if it would no longer do what was shown. A token begins one replay: a repeat answers with that replay. Absent: no such check. */
        'Preview-Token'?: string;
      };
      path: {
        /**
         * @description The delivery: delivered or exhausted.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begun. */
      202: {
        headers: {
          Location: components['headers']['Location'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77",
           *       "status": "running",
           *       "delivery_id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *       "since": null,
           *       "until": null,
           *       "states": null,
           *       "endpoint_id": null,
           *       "events": null,
           *       "total": 1,
           *       "queued": 1,
           *       "settled": 0,
           *       "created_at": "2026-01-31T21:00:00.000Z",
           *       "completed_at": null
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      409: components['responses']['DeliveryNotReplayableOrReplayRunningOrPreviewStaleProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listWebhookReplays: {
    parameters: {
      query?: {
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77",
           *           "status": "running",
           *           "delivery_id": null,
           *           "since": "2026-01-31T18:00:00.000Z",
           *           "until": "2026-01-31T20:00:00.000Z",
           *           "states": [
           *             "exhausted"
           *           ],
           *           "endpoint_id": null,
           *           "events": null,
           *           "total": null,
           *           "queued": 0,
           *           "settled": 0,
           *           "created_at": "2026-01-31T21:00:00.000Z",
           *           "completed_at": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['ReplayList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  createWebhookReplay: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `token` of a preview of this call, which is refused (409 `preview_stale`) if it would no longer do what was shown. A token begins one replay: a repeat answers with that replay. Absent: no such check. */
        'Preview-Token'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReplay'];
      };
    };
    responses: {
      /** @description Begun. */
      202: {
        headers: {
          Location: components['headers']['Location'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77",
           *       "status": "running",
           *       "delivery_id": null,
           *       "since": "2026-01-31T18:00:00.000Z",
           *       "until": "2026-01-31T20:00:00.000Z",
           *       "states": [
           *         "exhausted"
           *       ],
           *       "endpoint_id": null,
           *       "events": null,
           *       "total": null,
           *       "queued": 0,
           *       "settled": 0,
           *       "created_at": "2026-01-31T21:00:00.000Z",
           *       "completed_at": null
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      409: components['responses']['DeliveryNotReplayableOrReplayRunningOrPreviewStaleProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  previewWebhookReplay: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReplay'];
      };
    };
    responses: {
      /** @description Counted. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "token": "v1.Jk3xQw.mX0aZ1bY2cX3dW4e.c2VhbGVkIHRleHQgdGhhdCBzYXlzIHdoYXQgd2FzIHNob3du",
           *       "expires_at": "2026-01-31T21:15:00.000Z",
           *       "deliveries": 1204,
           *       "orders": 310,
           *       "truncated": false,
           *       "left_out": 0,
           *       "running_replay_id": null,
           *       "estimated_seconds": 5,
           *       "endpoints": [
           *         {
           *           "id": "019b7f3a-6d11-7e94-8a2e-3c4d5e6f7a80",
           *           "type": "push",
           *           "url": "https://hooks.example.com/orders",
           *           "deliveries": 1204,
           *           "blocked_by": null,
           *           "answer_ms": 120.5,
           *           "per_second": 289.4,
           *           "estimated_seconds": 5
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ReplayPreview'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['DeliveryNotFoundProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getWebhookReplay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The replay.
         * @example 019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The replay. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f4c-02aa-7f31-8d55-6b1f0e9c4a77",
           *       "status": "running",
           *       "delivery_id": null,
           *       "since": "2026-01-31T18:00:00.000Z",
           *       "until": "2026-01-31T20:00:00.000Z",
           *       "states": [
           *         "exhausted"
           *       ],
           *       "endpoint_id": null,
           *       "events": null,
           *       "total": null,
           *       "queued": 0,
           *       "settled": 0,
           *       "created_at": "2026-01-31T21:00:00.000Z",
           *       "completed_at": null
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['ReplayNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getSandboxOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The order.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order and its simulation plan. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1001",
           *       "status": "at_pickup",
           *       "scenario": "delivered",
           *       "speed": 1,
           *       "seed": "5f1c0e9ab3d24c7788aa01ff",
           *       "ignored": {
           *         "pointers": [
           *           "/items/0/note"
           *         ],
           *         "count": 1
           *       },
           *       "manual_since": "2026-01-31T18:44:02.120Z",
           *       "next": {
           *         "may": [
           *           "on_route_to_delivery",
           *           "ready",
           *           "canceled"
           *         ],
           *         "advance": "on_route_to_delivery",
           *         "scenario": "on_route_to_delivery"
           *       }
           *     }
           */
          'application/json': components['schemas']['SandboxOrder'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['OrderNotFoundOrRouteNotFoundProblem'];
      410: components['responses']['OrderPurgedProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  advanceSandboxOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The order.
         * @example 5f1c0e9ab3d24c7788aa01ff
         */
        id: components['schemas']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['AdvanceSandboxOrder'];
      };
    };
    responses: {
      /** @description The order as it is now. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f1c0e9ab3d24c7788aa01ff",
           *       "external_id": "A-1001",
           *       "status": "at_pickup",
           *       "scenario": "delivered",
           *       "speed": 1,
           *       "seed": "5f1c0e9ab3d24c7788aa01ff",
           *       "ignored": {
           *         "pointers": [
           *           "/items/0/note"
           *         ],
           *         "count": 1
           *       },
           *       "manual_since": "2026-01-31T18:44:02.120Z",
           *       "next": {
           *         "may": [
           *           "on_route_to_delivery",
           *           "ready",
           *           "canceled"
           *         ],
           *         "advance": "on_route_to_delivery",
           *         "scenario": "on_route_to_delivery"
           *       }
           *     }
           */
          'application/json': components['schemas']['SandboxOrder'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['OrderNotFoundOrRouteNotFoundProblem'];
      409: components['responses']['InvalidStateTransitionOrOrderHistoryFullProblem'];
      410: components['responses']['OrderPurgedProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  injectFault: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint.
         * @example 0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InjectFault'];
      };
    };
    responses: {
      /** @description The endpoint, with the fault that is to come. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "reference": null,
           *       "type": "push",
           *       "name": "Kitchen",
           *       "events": null,
           *       "max_per_second": null,
           *       "give_up_after": null,
           *       "statuses": null,
           *       "store_refs": null,
           *       "url": "https://hooks.example.com/orders?shop=***",
           *       "header": null,
           *       "signature": "hmac-sha256",
           *       "public_key": null,
           *       "paced": false,
           *       "last_fetched_at": null,
           *       "format": "standard_webhooks",
           *       "oauth_client_id": null,
           *       "not_fetching": false,
           *       "waiting": 0,
           *       "status": "active",
           *       "disabled_reason": null,
           *       "created_at": "2026-01-31T12:00:00.000Z",
           *       "last_test": null,
           *       "fault": {
           *         "kind": "wrong_signature",
           *         "at": "2026-01-31T18:44:02.120Z"
           *       },
           *       "last_fault": null
           *     }
           */
          'application/json': components['schemas']['Endpoint'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['EndpointNotFoundOrRouteNotFoundProblem'];
      409: components['responses']['EndpointTypeMismatchProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The merchant. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "merchant_id": "0c2f6d1e9b7a4c55a3d08e41f6b2c790",
           *       "mode": "live",
           *       "scope": "full",
           *       "may_switch": false,
           *       "may_invite": false,
           *       "person": null,
           *       "expires_at": null
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignIn'];
      };
    };
    responses: {
      /** @description Begun. */
      200: {
        headers: {
          'Set-Cookie': components['headers']['Set-Cookie'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "merchant_id": "0c2f6d1e9b7a4c55a3d08e41f6b2c790",
           *       "mode": "live",
           *       "scope": "full",
           *       "may_switch": false,
           *       "may_invite": false,
           *       "person": null,
           *       "expires_at": "2026-02-01T06:41:07.312Z"
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      404: components['responses']['MerchantNotFoundProblem'];
      410: components['responses']['PortalLinkInvalidProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended, or there was none. */
      204: {
        headers: {
          'Set-Cookie': components['headers']['Set-Cookie'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  askForLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AskForLink'];
      };
    };
    responses: {
      /** @description Accepted, whether or not a mail is sent. */
      202: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidParameterOrMalformedJsonOrValidationFailedProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledOrCrossSiteRequestOrReadOnlySessionProblem'];
      409: components['responses']['MailNotConfiguredProblem'];
      413: components['responses']['PayloadTooLargeProblem'];
      415: components['responses']['UnsupportedMediaTypeProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listMerchants: {
    parameters: {
      query?: {
        /** @description A merchant’s id or reference, or part of its name. */
        q?: string;
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MerchantList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getPlatformSummary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Your merchants at a glance. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "platform": {
           *         "id": "0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6",
           *         "name": "Pedidos",
           *         "mode": "live"
           *       },
           *       "merchants": {
           *         "active": 211,
           *         "disabled": 3
           *       },
           *       "orders": {
           *         "under_way": 97,
           *         "late": 2
           *       },
           *       "endpoints": {
           *         "ok": 209,
           *         "breaker_open": 1
           *       },
           *       "own_endpoints": [
           *         {
           *           "id": "0199c1a2-7b3c-7d4e-8f50-617283940516",
           *           "health": "ok",
           *           "waiting": 0,
           *           "failing_since": null,
           *           "untried": false
           *         }
           *       ],
           *       "unwell": [
           *         {
           *           "merchant_id": "4c1d0b7e9a2f48d6b3e5f7081a9c2d4e",
           *           "name": "Pizzaria 12",
           *           "mode": "live",
           *           "platform": {
           *             "id": "0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6",
           *             "name": "Pedidos"
           *           },
           *           "reference": "loja-12",
           *           "status": "active",
           *           "disabled_by": null,
           *           "create_per_minute": null,
           *           "other_per_minute": null,
           *           "tracking_page": false,
           *           "time_zone": "America/Sao_Paulo",
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "tokens": [
           *             {
           *               "id": "c2a7be10-6b0a-4d4c-9d6a-1f5b0a7f3f22",
           *               "last_four": "x9Qz",
           *               "created_at": "2026-01-31T12:00:00.000Z"
           *             }
           *           ],
           *           "last_order_at": "2026-01-31T18:52:41.070Z",
           *           "webhooks": {
           *             "endpoints": 1,
           *             "health": "breaker_open",
           *             "failing_since": "2026-01-31T18:41:07.312Z",
           *             "waiting": 12,
           *             "untried": false
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformSummary'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listPlatformEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "reference": null,
           *           "type": "push",
           *           "name": "Kitchen",
           *           "events": null,
           *           "max_per_second": null,
           *           "give_up_after": null,
           *           "statuses": null,
           *           "store_refs": null,
           *           "url": "https://hooks.example.com/orders?shop=***",
           *           "header": null,
           *           "signature": "hmac-sha256",
           *           "public_key": null,
           *           "paced": false,
           *           "last_fetched_at": null,
           *           "format": "standard_webhooks",
           *           "oauth_client_id": null,
           *           "not_fetching": false,
           *           "waiting": 0,
           *           "status": "active",
           *           "disabled_reason": null,
           *           "created_at": "2026-01-31T12:00:00.000Z",
           *           "last_test": null,
           *           "fault": null,
           *           "last_fault": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['EndpointList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listPlatformDeliveries: {
    parameters: {
      query?: {
        /** @description Only those of this order. */
        order_id?: components['schemas']['OrderId'];
        /** @description Only those to this endpoint. */
        endpoint_id?: string;
        /** @description Only those in this state. */
        state?: components['schemas']['WebhookDeliveryState'];
        /** @description Only those of this event. */
        event?: components['schemas']['WebhookEvent'];
        /** @description Only the one that sent this `webhook-id`, and its replays. */
        webhook_id?: string;
        /** @description Only those created at this time or later. */
        since?: string;
        /** @description Only those created before this time. */
        until?: string;
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *           "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *           "display_id": "1001",
           *           "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *           "event": "status_changed",
           *           "status": "ready",
           *           "sequence": 1,
           *           "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *           "state": "delivered",
           *           "attempt_count": 2,
           *           "next_attempt_at": null,
           *           "last_error_code": null,
           *           "last_status_code": null,
           *           "created_at": "2026-01-31T18:41:07.312Z",
           *           "settled_at": "2026-01-31T18:41:18.904Z",
           *           "replay_id": null,
           *           "merchant_id": "4c1d0b7e9a2f48d6b3e5f7081a9c2d4e"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['PlatformWebhookDeliveryList'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getPlatformDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery and what each attempt came to. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9",
           *       "order_id": "5f1c0e9ab3d24c7788aa01ff",
           *       "display_id": "1001",
           *       "endpoint_id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
           *       "event": "status_changed",
           *       "status": "ready",
           *       "sequence": 1,
           *       "webhook_id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *       "state": "delivered",
           *       "attempt_count": 2,
           *       "next_attempt_at": null,
           *       "last_error_code": null,
           *       "last_status_code": null,
           *       "created_at": "2026-01-31T18:41:07.312Z",
           *       "settled_at": "2026-01-31T18:41:18.904Z",
           *       "replay_id": null,
           *       "merchant_id": "4c1d0b7e9a2f48d6b3e5f7081a9c2d4e",
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "duration_ms": 84,
           *           "error_detail": null,
           *           "response_excerpt": "oops",
           *           "replay_id": null,
           *           "at": "2026-01-31T18:41:07.330Z",
           *           "status_code": 500,
           *           "error_code": "http_status"
           *         },
           *         {
           *           "attempt": 2,
           *           "duration_ms": 84,
           *           "error_detail": null,
           *           "response_excerpt": "{}",
           *           "replay_id": null,
           *           "at": "2026-01-31T18:41:18.860Z",
           *           "status_code": 200,
           *           "error_code": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PlatformWebhookDeliveryWithAttempts'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundOrDeliveryNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  getPlatformDeliveryRequests: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The delivery.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest hundred attempts. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "push",
           *       "method": "POST",
           *       "url": "https://hooks.example.com/orders",
           *       "body": "{\"id\":\"5f1c0e9ab3d24c7788aa01ff\",\"event\":\"status_changed\",\"status\":\"PENDING\",\"external_data\":{}}",
           *       "customer_data": "shown",
           *       "erased_at": null,
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "at": "2026-01-31T18:41:07.330Z",
           *           "replay_id": null,
           *           "headers": {
           *             "content-type": "application/json",
           *             "user-agent": "delivery-webhooks/1",
           *             "webhook-id": "msg_019b7f3a9c1e7d20a3f451f0c2d7e8b9",
           *             "webhook-timestamp": "1769884867",
           *             "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
           *           },
           *           "unknown": []
           *         }
           *       ],
           *       "truncated": false
           *     }
           */
          'application/json': components['schemas']['SentRequests'];
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundOrDeliveryNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  listPlatformUsage: {
    parameters: {
      query?: {
        /** @description A month of UTC. Absent: the current one. */
        month?: string;
        /** @description A `next_cursor` of this list, unchanged. */
        cursor?: string;
        /** @description How many entries at most. */
        limit?: number;
        /** @description `csv`: the whole list as a file; `cursor` and `limit` are not read. */
        format?: 'json' | 'csv';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page, the most attempts first. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "month": "2026-01",
           *           "orders": {
           *             "created": 1204,
           *             "delivered": 1171,
           *             "canceled": 24,
           *             "returned": 5
           *           },
           *           "webhooks": {
           *             "attempts": 8120,
           *             "delivered": 8101,
           *             "exhausted": 2
           *           },
           *           "merchant_id": "9f86d081884c7d659a2feaa0c55ad015",
           *           "name": "Pizzaria 12",
           *           "reference": "loja-12",
           *           "mode": "live",
           *           "platform": {
           *             "id": "0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6",
           *             "name": "Pedidos"
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['MerchantUsageList'];
          'text/csv; charset=utf-8': string;
        };
      };
      400: components['responses']['InvalidParameterProblem'];
      401: components['responses']['InvalidCredentialsProblem'];
      403: components['responses']['MerchantDisabledProblem'];
      404: components['responses']['PlatformNotFoundProblem'];
      429: components['responses']['RateLimitedProblem'];
      500: components['responses']['InternalErrorProblem'];
      503: components['responses']['TemporarilyUnavailableProblem'];
      default: components['responses']['OtherProblem'];
    };
  };
  onStatusChanged: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "status_changed",
         *       "previous_status": "created"
         *     }
         */
        'application/json': components['schemas']['StatusChanged'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTrackingUrlAdded: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "on_route_to_delivery",
         *       "updated_at": "2026-01-31T19:02:44.020Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "tracking_url_added",
         *       "tracking_url": "https://track.example.com/t/9f3b"
         *     }
         */
        'application/json': components['schemas']['TrackingUrlAdded'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDeliveryRequested: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "delivery_requested"
         *     }
         */
        'application/json': components['schemas']['DeliveryRequested'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderChanged: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "order_changed",
         *       "changed": [
         *         "/items",
         *         "/payment"
         *       ]
         *     }
         */
        'application/json': components['schemas']['OrderChanged'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderDue: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "created",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "order_due",
         *       "due": {
         *         "ready_by": "2026-01-31T19:05:00.000Z",
         *         "picked_up_by": "2026-01-31T19:10:00.000Z",
         *         "delivered_by": "2026-01-31T19:30:00.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['OrderDueReached'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderLate: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "order_late",
         *       "missed": "picked_up_by",
         *       "due": {
         *         "ready_by": "2026-01-31T19:05:00.000Z",
         *         "picked_up_by": "2026-01-31T19:10:00.000Z",
         *         "delivered_by": "2026-01-31T19:30:00.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['OrderLate'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCourierAssigned: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "courier_assigned",
         *       "courier": {
         *         "name": "Rui",
         *         "vehicle": "bicycle"
         *       }
         *     }
         */
        'application/json': components['schemas']['CourierAssigned'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCourierUnassigned: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "courier_unassigned"
         *     }
         */
        'application/json': components['schemas']['CourierUnassigned'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCourierNotFound: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "courier_not_found"
         *     }
         */
        'application/json': components['schemas']['CourierNotFound'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEtaChanged: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "ready",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "eta_changed",
         *       "eta": {
         *         "delivery_at": "2026-01-31T19:30:00Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['EtaChanged'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onProofAdded: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "delivered",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "proof_added",
         *       "kind": "picture"
         *     }
         */
        'application/json': components['schemas']['ProofAdded'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCustomerErased: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "delivered",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {},
         *       "event": "customer_erased"
         *     }
         */
        'application/json': components['schemas']['CustomerErased'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDeliveryProblem: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5f1c0e9ab3d24c7788aa01ff",
         *       "external_id": "A-1002",
         *       "display_id": "0008",
         *       "status": "at_delivery",
         *       "updated_at": "2026-01-31T18:41:07.312Z",
         *       "external_data": {
         *         "till": 3,
         *         "shift": "evening"
         *       },
         *       "event": "delivery_problem",
         *       "problem_id": 1,
         *       "kind": "customer_absent"
         *     }
         */
        'application/json': components['schemas']['DeliveryProblem'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointFailing: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": "https://hooks.example.com"
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "endpoint_failing",
         *       "error_code": "timeout"
         *     }
         */
        'application/json': components['schemas']['EndpointFailing'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointRecovered: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": "https://hooks.example.com"
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "endpoint_recovered"
         *     }
         */
        'application/json': components['schemas']['EndpointRecovered'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointDisabled: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": "https://hooks.example.com"
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "endpoint_disabled",
         *       "disabled_reason": "failing"
         *     }
         */
        'application/json': components['schemas']['EndpointDisabled'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointNotFetching: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": null
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "endpoint_not_fetching"
         *     }
         */
        'application/json': components['schemas']['EndpointNotFetching'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onEndpointFetching: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": null
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "endpoint_fetching"
         *     }
         */
        'application/json': components['schemas']['EndpointFetching'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onDeliveryExhausted: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "endpoint": {
         *         "id": "0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *         "name": "Kitchen",
         *         "origin": "https://hooks.example.com"
         *       },
         *       "portal_url": "https://delivery.example.com/portal/#/endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11",
         *       "event": "delivery_exhausted",
         *       "count": 1,
         *       "delivery_ids": [
         *         "019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9"
         *       ],
         *       "error_code": "timeout"
         *     }
         */
        'application/json': components['schemas']['DeliveryExhausted'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onRateLimited: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Equal for every repeat of one event to one endpoint: drop the ids that you have seen.
         * @example msg_2Lh9KRb0pzN4LePd3XiA4v12Axj
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.
         * @example 1769884867
         */
        'webhook-timestamp': number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256, or `v1a,` and the base64 of the ed25519 signature, over `{webhook-id}.{webhook-timestamp}.{body}`; one per live key, separated by spaces.
         * @example v1,VKsYdp/zXpYfWsgX57C3KJww8HxWLmIqEGXaLQJTUNY=
         */
        'webhook-signature': string;
        /**
         * @description Which attempt this is, from 1.
         * @example 1
         */
        'webhook-attempt': number;
        /**
         * @description Place of the event in its order, or among those about one endpoint, from 1.
         * @example 2
         */
        'webhook-sequence': number;
        /**
         * @description The last sequence of the order that was addressed to this endpoint; 0: none. If you have not seen it: a gap.
         * @example 1
         */
        'webhook-previous-sequence': number;
        /**
         * @description Only where it was asked to be sent again: the id of the replay.
         * @example 019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9
         */
        'webhook-replay'?: string;
        /**
         * @description `sandbox` with everything that a sandbox merchant is sent, and only there: no order of it is a real one.
         * @example sandbox
         */
        'webhook-mode'?: 'sandbox';
        /**
         * @description `true` for a test that was asked for, and only there: an example about no order, sent once.
         * @example true
         */
        'webhook-test'?: 'true';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5e0c7d1f2b3a4958677f6e5d",
         *       "updated_at": "2026-01-31T19:15:30.000Z",
         *       "since": "2026-01-31T19:00:12.480Z",
         *       "event": "rate_limited",
         *       "limits": [
         *         {
         *           "limit": "create",
         *           "count": 214,
         *           "first_at": "2026-01-31T19:00:12.480Z",
         *           "last_at": "2026-01-31T19:15:21.019Z"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['RateLimited'];
      };
    };
    responses: {
      /** @description Disables the endpoint: later webhooks are held until it is enabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, not before `Retry-After` (seconds or an HTTP date; 8 h at most). */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description As 429. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken, with any body. Answer within 10 s. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: redirects are never followed. */
      '3XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Tried again, by default after 10 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h (±20 %): 10 attempts in about 16 h. Then `exhausted`. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
