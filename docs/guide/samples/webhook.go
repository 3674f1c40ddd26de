// try it: go run webhook.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type order struct {
	amount string
	paid   bool
}

var orders = map[string]*order{"ORDER-1001": {amount: "499.00"}} // your database

func isFromGalla(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}

func answer(w http.ResponseWriter, status int, reply map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(reply)
}

func main() {
	secret := os.Getenv("GALLA_WEBHOOK_SECRET") // the signing secret, whsec_...
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("set GALLA_WEBHOOK_SECRET to your signing secret")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // the exact bytes that were signed
		if err != nil || !isFromGalla(key, r.Header, body) {
			answer(w, 401, map[string]any{"success": false})
			return
		}
		var event struct {
			Event       string
			ClientTxnID string `json:"client_txn_id"`
			Amount      string
			Status      string
		}
		if json.Unmarshal(body, &event) != nil {
			answer(w, 400, map[string]any{"success": false})
			return
		}
		// A test, or an event that this receiver does not use.
		if event.Event != "order.success" && event.Event != "order.failed" {
			answer(w, 200, map[string]any{"success": true})
			return
		}
		order := orders[event.ClientTxnID]
		if order == nil {
			answer(w, 404, map[string]any{"success": false, "message": "Transaction not found"})
			return
		}
		// The same event may arrive twice: paid stays paid, and a late failure does not undo it.
		if event.Status == "success" && event.Amount == order.amount {
			order.paid = true
		}
		answer(w, 200, map[string]any{"success": true})
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
