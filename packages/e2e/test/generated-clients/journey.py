"""A merchant's program on the client that openapi-python-client makes of openapi.json: prints the answers as JSON."""

import base64
import json
import os

from merchant_client import AuthenticatedClient
from merchant_client.api.orders import create_order, list_order_events, list_orders, mark_order_ready
from merchant_client.models import (
    Address,
    Coordinates,
    Customer,
    EmittedDeliveryRequested,
    EmittedRequested,
    EmittedStatusChanged,
    EmittedTrackingUrlAdded,
    ExternalOrder,
    OrderCreated,
    OrderEventList,
    OrderList,
    OrderSummary,
    Payment,
    PaymentMethod,
    PaymentMethodMethod,
    PaymentMethodType,
    Problem,
    RefusedCommand,
)


def new_order(prepaid: int) -> ExternalOrder:
    method = PaymentMethod(value=4590, method=PaymentMethodMethod.PIX, type_=PaymentMethodType.ONLINE)
    return ExternalOrder(
        external_id="python-1",
        display_id="0007",
        customer=Customer(name="Ana", phone="11987654321"),
        address=Address(
            country="BR",
            state="SP",
            city="São Paulo",
            street="Rua Augusta",
            number="1508",
            coordinates=Coordinates(latitude=-23.5571, longitude=-46.6602),
        ),
        payment=Payment(prepaid=prepaid, pending=0, methods=[method]),
    )


Event = EmittedStatusChanged | EmittedDeliveryRequested | EmittedTrackingUrlAdded | EmittedRequested | RefusedCommand


def describe(event: Event) -> str:
    """Names an event by its class, so that each is read as what it is."""
    match event:
        case EmittedStatusChanged():
            return f"{event.body.previous_status} to {event.body.status}"
        case EmittedDeliveryRequested():
            return f"requested {event.body.status}"
        case RefusedCommand():
            return f"refused {event.refused}"
        case _:
            return type(event).__name__


def main() -> None:
    token = base64.b64encode(f"{os.environ['KEY']}:{os.environ['TOKEN']}".encode()).decode()
    client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=token, prefix="Basic")
    refused = create_order.sync(client=client, body=new_order(prepaid=1))
    assert isinstance(refused, Problem) and refused.errors, refused
    created = create_order.sync(client=client, body=new_order(prepaid=4590))
    assert isinstance(created, OrderCreated), created
    ready = mark_order_ready.sync(created.id, client=client)
    assert isinstance(ready, OrderSummary), ready
    orders = list_orders.sync(client=client, external_id="python-1")
    assert isinstance(orders, OrderList), orders
    events = list_order_events.sync(created.id, client=client)
    assert isinstance(events, OrderEventList), events
    told = {
        "refused": [fault.pointer for fault in refused.errors],
        "listed": [order.external_id for order in orders.data],
        "status": ready.status,
        "events": [describe(event) for event in events.data],
    }
    print(json.dumps(told))


main()
