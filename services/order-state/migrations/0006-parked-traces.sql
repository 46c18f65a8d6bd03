-- W3C trace context of a parked command: the webhooks that it causes once its order is there go on in its trace.
alter table parked_commands add column traceparent text;
