"""Receives webhooks with Python's own library. Run: WEBHOOK_SECRET=whsec_… python3 receiver.py"""

import base64, hmac, json, os, queue, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# During a rotation both secrets, with a space between them.
KEYS = [base64.b64decode(secret.removeprefix("whsec_")) for secret in os.environ.get("WEBHOOK_SECRET", "").split()]
if not KEYS or min(map(len, KEYS)) < 24:
    sys.exit("WEBHOOK_SECRET is missing, or no whsec_… of 24 bytes and more")
TOLERANCE_SECONDS = int(os.environ.get("TOLERANCE_SECONDS", "300"))
BODY_BYTES_MAX = 1_000_000

# In production: tables, written in one transaction with the work. Here they are gone when the process ends.
lock = threading.Lock()
handled_ids = set()
handled_sequences = {}
work = queue.Queue()


def is_signed(headers, body):
    webhook_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256")) for key in KEYS]
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, other) for one in given for other in expected)


def subject_of(event):
    """The subject of the sequence: an order of a merchant, or the delivery of a courier's system."""
    return event.get("id") or event["delivery_id"]


def take(headers, event):
    """Whether this webhook is first_time, repeat, gap or late. The work runs after the answer."""
    sequence, previous = int(headers["webhook-sequence"]), int(headers["webhook-previous-sequence"])
    subject = subject_of(event)
    with lock:
        if headers["webhook-id"] in handled_ids:
            return "repeat"
        sequences = handled_sequences.setdefault(subject, set())
        newest = max(sequences, default=0)
        handled_ids.add(headers["webhook-id"])
        sequences.add(sequence)
        handled = "late" if newest > sequence else "gap" if newest < previous else "first_time"
        work.put((handled, sequence, event))
    return handled


def do_work():
    """After a gap: GET /v1/external-orders/{id}/events?after=…  For a late one: leave the order's status alone."""
    while True:
        handled, sequence, event = work.get()
        print(handled, subject_of(event), sequence, event["event"], event.get("status"), flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(min(length, BODY_BYTES_MAX))
        if not is_signed(self.headers, body):
            return self.answer(401, {})
        try:
            event = json.loads(body)
            self.answer(200, {"handled": take(self.headers, event)})
        except (AttributeError, ValueError, KeyError, TypeError):
            self.answer(400, {})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    log_message = lambda *_: None  # Its own line for each request.


ThreadingHTTPServer.request_queue_size = 128
threading.Thread(target=do_work, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
