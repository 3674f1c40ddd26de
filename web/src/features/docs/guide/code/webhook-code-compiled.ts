import { EXAMPLE_ORDER, WEBHOOK_ANSWER_UNKNOWN } from '@galla/contract/api-reference/integrator-examples'
import { SECRET_PREFIX } from '@galla/contract/webhooks/webhook'
import { TOLERANCE_SECONDS } from './webhook-code.ts'

const { client_txn_id: id, amount } = EXAMPLE_ORDER
const {
  status: UNKNOWN_STATUS,
  body: { message: unknown },
} = WEBHOOK_ANSWER_UNKNOWN

const java = `// try it: java Webhook.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import static java.nio.charset.StandardCharsets.UTF_8;

public class Webhook {
    static final String SECRET = System.getenv().getOrDefault("GALLA_WEBHOOK_SECRET", ""); // the signing secret, ${SECRET_PREFIX}...
    static final byte[] KEY = Base64.getDecoder().decode(SECRET.replace("${SECRET_PREFIX}", ""));
    static final Map<String, String> AMOUNTS = Map.of("${id}", "${amount}"); // your database

    static boolean isFromGalla(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
        String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > ${TOLERANCE_SECONDS}) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
        for (String given : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, given.getBytes(UTF_8))) return true;
        }
        return false;
    }

    // Enough for these plain fields; with a JSON library, read the body with that.
    static String field(String json, String name) {
        var found = Pattern.compile("\\"" + name + "\\":\\"([^\\"\\\\\\\\]*)\\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    static void answer(HttpExchange exchange, int status, String reply) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, reply.getBytes(UTF_8).length);
        exchange.getResponseBody().write(reply.getBytes(UTF_8));
        exchange.close();
    }

    static void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes(); // the exact bytes that were signed
        try {
            if (!isFromGalla(exchange, body)) { answer(exchange, 401, "{\\"success\\":false}"); return; }
        } catch (GeneralSecurityException broken) { throw new IOException(broken); }

        String json = new String(body, UTF_8);
        if (field(json, "event").equals("test.ping")) { answer(exchange, 200, "{\\"success\\":true}"); return; }
        String amount = AMOUNTS.get(field(json, "client_txn_id"));
        if (amount == null) {
            answer(exchange, ${UNKNOWN_STATUS}, "{\\"success\\":false,\\"message\\":\\"${unknown}\\"}");
            return;
        }
        // The same event may arrive twice: paid stays paid, and a late failure does not undo it.
        if (field(json, "status").equals("success") && field(json, "amount").equals(amount)) {
            System.out.println("Paid: " + field(json, "client_txn_id")); // mark the order as paid here
        }
        answer(exchange, 200, "{\\"success\\":true}");
    }

    public static void main(String[] args) throws IOException {
        if (SECRET.isEmpty()) throw new IllegalStateException("Set GALLA_WEBHOOK_SECRET to your signing secret");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/", Webhook::receive);
        server.start();
    }
}`

const go = `// try it: go run webhook.go
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

var orders = map[string]*order{"${id}": {amount: "${amount}"}} // your database

func isFromGalla(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > ${TOLERANCE_SECONDS} {
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
	secret := os.Getenv("GALLA_WEBHOOK_SECRET") // the signing secret, ${SECRET_PREFIX}...
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "${SECRET_PREFIX}"))
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
			ClientTxnID string \`json:"client_txn_id"\`
			Amount      string
			Status      string
		}
		if json.Unmarshal(body, &event) != nil {
			answer(w, 400, map[string]any{"success": false})
			return
		}
		if event.Event == "test.ping" {
			answer(w, 200, map[string]any{"success": true})
			return
		}
		order := orders[event.ClientTxnID]
		if order == nil {
			answer(w, ${UNKNOWN_STATUS}, map[string]any{"success": false, "message": "${unknown}"})
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
}`

/** Receivers in compiled languages, with their standard libraries only. The public guide has them, the dashboard does not. */
export const COMPILED_WEBHOOK_CODE = { java, go } as const
