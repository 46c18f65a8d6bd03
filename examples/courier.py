"""A courier's system in one file, with the standard library alone: it accepts what it is offered, and brings it.

BASE=http://127.0.0.1:8080 TOKEN=ctok_... python3 examples/courier.py
"""

import json
import os
import time
import urllib.error
import urllib.request
import uuid

BASE = os.environ["BASE"] + "/courier/v1"
HEADERS = {"authorization": "Bearer " + os.environ["TOKEN"], "content-type": "application/json"}
STEPS = ["on_route_to_pickup", "at_pickup", "on_route_to_delivery", "at_delivery", "delivered"]
SECOND_LOOK_SECONDS = int(os.environ.get("SECOND_LOOK_SECONDS", "60"))


def call(method, path, body=None, key=None):
    """The answer, or the problem. After 429, 503 and no answer the same is sent again: it takes effect once."""
    data = None if body is None else json.dumps(body).encode()
    headers = HEADERS if key is None else {**HEADERS, "idempotency-key": key}
    while True:
        try:
            request = urllib.request.Request(BASE + path, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                return json.load(error)
            time.sleep(int(error.headers.get("retry-after", "1")))
        except OSError as error:
            print("no answer:", error, flush=True)
            time.sleep(1)


def ask_code(delivery):
    """In the sandbox no customer is at the door, so the delivery has the code."""
    return delivery["sandbox"]["handover_code"] if delivery["sandbox"] else input("The customer's code: ")


def report(path, claim, body):
    """The problem's code, or None. Under a claim that has ended, and when a copy of it comes late, it takes no effect."""
    return call("POST", path, {**body, "claim_id": claim}, key=str(uuid.uuid4())).get("code")


def bring(delivery_id):
    """Continues from the current status. Leaves deliveries of other systems, and canceled ones, alone."""
    path = "/deliveries/" + delivery_id
    accepted = call("POST", path + "/accept", key=str(uuid.uuid4()))
    delivery = call("GET", path)
    problem, claim = accepted.get("code") or delivery.get("code"), accepted.get("claim_id")
    if problem is None:
        if delivery["courier"] is None:
            report(path + "/courier", claim, {"name": "Rui", "vehicle": "bicycle"})
        status = delivery["status"]
        for step in STEPS[STEPS.index(status) + 1 if status in STEPS else 0 :]:
            if step == "delivered" and delivery["handover_required"] and problem is None:
                problem = report(path + "/handover", claim, {"code": ask_code(delivery)})
            problem = problem or report(path + "/status", claim, {"status": step})
    print(delivery_id, problem or "delivered", flush=True)


def bring_listed():
    for state in ("mine", "open"):
        cursor = ""
        while cursor is not None:
            found = call("GET", "/deliveries?state=" + state + cursor)
            for delivery in found.get("data", []):
                bring(delivery["id"])
            cursor = found.get("next_cursor") and "&cursor=" + found["next_cursor"]


def follow():
    """Until the feed is refused: the system was disabled, or the cursor is too old."""
    # Take the place in the feed first, then list what exists already: no event is missed. In production keep next_cursor
    # with your work, and go on there.
    page = call("GET", "/events?after=latest")
    bring_listed()
    second_look = time.monotonic() + SECOND_LOOK_SECONDS
    while "code" not in page:
        for event in page["data"]:
            if event["event"] == "delivery_offered":
                bring(event["delivery_id"])
        if second_look and time.monotonic() >= second_look:
            # A delivery that became ready during the first look may be in the list alone.
            bring_listed()
            second_look = None
        page = call("GET", "/events?wait=30&after=" + page["next_cursor"])
    print("begin anew:", page["code"], flush=True)


while True:
    follow()
    time.sleep(10)
