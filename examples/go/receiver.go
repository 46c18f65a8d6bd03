// Receives webhooks with Go's own library (1.22 or later). Run: WEBHOOK_SECRET=whsec_… (or whpk_…) go run receiver.go
package main

import (
	"cmp"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// In production: tables, written in one transaction with the work. Here they are gone when the process ends.
var lock sync.Mutex
var handledIDs, newest = map[string]bool{}, map[string]int{}

// By the version of the signature: a public key verifies v1a alone. Everyone could sign if it was taken for a secret.
var verifiers = map[string][]func(signed, signature []byte) bool{}

func isSigned(header http.Header, body []byte, tolerance int64) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if off := time.Now().Unix() - seconds; err != nil || off > tolerance || off < -tolerance {
		return false
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		version, encoded, _ := strings.Cut(given, ",")
		signature, err := base64.StdEncoding.DecodeString(encoded)
		for _, verify := range verifiers[version] {
			if err == nil && verify(signed, signature) {
				return true
			}
		}
	}
	return false
}

func isHMAC(secret, signed, signature []byte) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write(signed)
	return hmac.Equal(mac.Sum(nil), signature)
}

// What this webhook is: first_time, repeat, gap (fetch …/events?after=) or late (leave the order's status alone).
func take(subject, webhookID string, sequence, previous int) string {
	lock.Lock()
	defer lock.Unlock()
	known, last := handledIDs[webhookID], newest[subject]
	handledIDs[webhookID], newest[subject] = true, max(last, sequence)
	switch {
	case known:
		return "repeat"
	case last > sequence:
		return "late"
	case last < previous:
		return "gap"
	}
	return "first_time"
}

func main() {
	// During a rotation both, with a space between them.
	for _, secret := range strings.Split(os.Getenv("WEBHOOK_SECRET"), " ") {
		kind, encoded, _ := strings.Cut(secret, "_")
		key, err := base64.StdEncoding.DecodeString(encoded)
		switch {
		case err == nil && kind == "whsec" && len(key) >= 24:
			verifiers["v1"] = append(verifiers["v1"], func(signed, given []byte) bool { return isHMAC(key, signed, given) })
		case err == nil && kind == "whpk" && len(key) == ed25519.PublicKeySize:
			verifiers["v1a"] = append(verifiers["v1a"], func(signed, given []byte) bool { return ed25519.Verify(key, signed, given) })
		default:
			log.Fatal("WEBHOOK_SECRET is missing, or neither whsec_… of 24 bytes and more nor whpk_… of 32")
		}
	}
	tolerance, _ := strconv.ParseInt(cmp.Or(os.Getenv("TOLERANCE_SECONDS"), "300"), 10, 64)
	http.HandleFunc("POST /hooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1_000_000))
		if err != nil || !isSigned(r.Header, body, tolerance) {
			w.WriteHeader(401)
			return
		}
		var event struct {
			ID, Event, Status string
			DeliveryID        string `json:"delivery_id"`
		}
		var sequence, previous int
		_, err = fmt.Sscan(r.Header.Get("webhook-sequence")+" "+r.Header.Get("webhook-previous-sequence"), &sequence, &previous)
		if err != nil || json.Unmarshal(body, &event) != nil || event.ID+event.DeliveryID == "" {
			w.WriteHeader(400)
			return
		}
		subject := cmp.Or(event.ID, event.DeliveryID) // An order of a merchant, or the delivery of a courier's system.
		handled := take(subject, r.Header.Get("webhook-id"), sequence, previous)
		json.NewEncoder(w).Encode(map[string]string{"handled": handled})
		go fmt.Println(handled, subject, sequence, event.Event, event.Status) // The work: after the answer.
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "3000"), nil))
}
