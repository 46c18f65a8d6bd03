"""Receives webhooks with Python's own library. Run: WEBHOOK_SECRET=whsec_… python3 receiver.py

For whpk_… it needs a library for ed25519: pip install cryptography"""

import base64, hmac, json, os, queue, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer



def verifier_of(secret):
    """The version of the signature, and what verifies it: everyone could sign if a public key was taken for a secret."""
    kind, _, encoded = secret.partition("_")
    key = base64.b64decode(encoded)
    if kind == "whsec" and len(key) >= 24:
        return "v1", lambda signed, given: hmac.compare_digest(hmac.digest(key, signed, "sha256"), given)
    if kind == "whpk" and len(key) == 32:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        def verify(signed, given):
            try:
                return Ed25519PublicKey.from_public_bytes(key).verify(given, signed) is None
            except InvalidSignature:
                return False

        return "v1a", verify
    sys.exit("WEBHOOK_SECRET is missing, or neither whsec_… of 24 bytes and more nor whpk_… of 32")


# During a rotation both, with a space between them.
VERIFIERS = [verifier_of(secret) for secret in os.environ.get("WEBHOOK_SECRET", "").split(" ")]
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
    signatures = [one.partition(",") for one in headers.get("webhook-signature", "").split(" ")]
    return any(
        version == wanted and verify(signed, decode(given))
        for version, _, given in signatures
        for wanted, verify in VERIFIERS
    )


def decode(text):
    try:
        return base64.b64decode(text)
    except ValueError:
        return b""


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
