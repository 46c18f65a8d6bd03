// A merchant's program on the client that oapi-codegen makes of openapi.json: prints the answers as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"clients/merchant"
)

// result has the same fields in each language.
type result struct {
	Refused []string `json:"refused"`
	Listed  []string `json:"listed"`
	Status  string   `json:"status"`
	Events  []string `json:"events"`
}

func newOrder() merchant.ExternalOrder {
	state := "SP"
	methods := []merchant.PaymentMethod{{Value: 4590, Method: merchant.PIX, Type: merchant.ONLINE}}
	return merchant.ExternalOrder{
		ExternalId: "go-1",
		DisplayId:  "0007",
		Customer:   merchant.Customer{Name: "Ana", Phone: "11987654321"},
		Address: merchant.Address{
			Country: "BR", State: &state, City: "São Paulo", Street: "Rua Augusta", Number: "1508",
			Coordinates: merchant.Coordinates{Latitude: -23.5571, Longitude: -46.6602},
		},
		Payment: merchant.Payment{Prepaid: 4590, Methods: &methods},
	}
}

// describe names an event by its type in Go, so that each is read as what it is.
func describe(entry merchant.OrderEvent) (string, error) {
	emitted, err := entry.AsEmittedEvent()
	if err != nil {
		return "", err
	}
	event, err := emitted.ValueByDiscriminator()
	if err != nil {
		refused, err := entry.AsRefusedCommand()
		return "refused " + refused.Refused, err
	}
	switch event := event.(type) {
	case merchant.EmittedStatusChanged:
		return event.Body.PreviousStatus + " to " + event.Body.Status, nil
	case merchant.EmittedDeliveryRequested:
		return "requested " + event.Body.Status, nil
	default:
		return fmt.Sprintf("%T", event), nil
	}
}

func journey(ctx context.Context, client *merchant.ClientWithResponses) (result, error) {
	var told result
	wrong := newOrder()
	wrong.Payment.Prepaid = 1
	refused, err := client.CreateOrderWithResponse(ctx, nil, wrong)
	if err != nil {
		return told, err
	}
	if problem := refused.ApplicationproblemJSON422; problem != nil && problem.Errors != nil {
		for _, fault := range *problem.Errors {
			told.Refused = append(told.Refused, fault.Pointer)
		}
	}
	created, err := client.CreateOrderWithResponse(ctx, nil, newOrder())
	if err != nil {
		return told, err
	}
	if created.JSON201 == nil {
		return told, fmt.Errorf("create: %s", created.Body)
	}
	id := created.JSON201.Id
	ready, err := client.MarkOrderReadyWithResponse(ctx, id)
	if err != nil {
		return told, err
	}
	if ready.JSON200 == nil {
		return told, fmt.Errorf("ready: %s", ready.Body)
	}
	told.Status = ready.JSON200.Status
	externalID := "go-1"
	list, err := client.ListOrdersWithResponse(ctx, &merchant.ListOrdersParams{ExternalId: &externalID})
	if err != nil {
		return told, err
	}
	if list.JSON200 == nil {
		return told, fmt.Errorf("list: %s", list.Body)
	}
	for _, order := range list.JSON200.Data {
		told.Listed = append(told.Listed, order.ExternalId)
	}
	events, err := client.ListOrderEventsWithResponse(ctx, id, nil)
	if err != nil {
		return told, err
	}
	if events.JSON200 == nil {
		return told, fmt.Errorf("events: %s", events.Body)
	}
	for _, entry := range events.JSON200.Data {
		event, err := describe(entry)
		if err != nil {
			return told, err
		}
		told.Events = append(told.Events, event)
	}
	return told, nil
}

func run() error {
	authorize := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(os.Getenv("KEY"), os.Getenv("TOKEN"))
		return nil
	}
	client, err := merchant.NewClientWithResponses(os.Getenv("BASE_URL"), merchant.WithRequestEditorFn(authorize))
	if err != nil {
		return err
	}
	told, err := journey(context.Background(), client)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(told)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
