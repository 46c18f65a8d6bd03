"""A courier's system in one file, with the standard library alone: it accepts what it is offered, and brings it.

BASE=http://127.0.0.1:8080 TOKEN=ctok_... python3 examples/courier.py
"""

import json
import os
import time
import urllib.error
import urllib.request

BASE = os.environ["BASE"] + "/courier/v1"
HEADERS = {"authorization": "Bearer " + os.environ["TOKEN"], "content-type": "application/json"}
STEPS = ["on_route_to_pickup", "at_pickup", "on_route_to_delivery", "at_delivery", "delivered"]


def call(method, path, body=None):
    """The answer, or the problem. After 429 and 503 the same is sent again: it takes effect once."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(BASE + path, data=data, headers=HEADERS, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                return json.load(error)
            time.sleep(int(error.headers.get("retry-after", "1")))
        except OSError as error:
            print("no answer:", error, flush=True)
            time.sleep(1)


def bring(delivery):
    """From wherever it is. What another system has, or the merchant has canceled, is left alone."""
    path = "/deliveries/" + delivery["id"]
    problem = call("POST", path + "/accept").get("code")
    if problem is None:
        call("POST", path + "/courier", {"name": "Rui", "vehicle": "bicycle"})
        status = call("GET", path).get("status")
        for step in STEPS[STEPS.index(status) + 1 if status in STEPS else 0 :]:
            problem = problem or call("POST", path + "/status", {"status": step}).get("code")
    print(delivery["id"], problem or "delivered", flush=True)


# The place in the feed first, then what is there already: nothing between is missed.
page = call("GET", "/events?after=latest")
for state in ("mine", "open"):
    cursor = ""
    while cursor is not None:
        found = call("GET", "/deliveries?state=" + state + cursor)
        for delivery in found["data"]:
            bring(delivery)
        cursor = found["next_cursor"] and "&cursor=" + found["next_cursor"]
while True:
    for event in page["data"]:
        if event["event"] == "delivery_offered":
            bring({"id": event["delivery_id"]})
    page = call("GET", "/events?wait=30&after=" + page["next_cursor"])
