// try it: java Webhook.java
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
    static final String SECRET = System.getenv().getOrDefault("GALLA_WEBHOOK_SECRET", ""); // the signing secret, whsec_...
    static final byte[] KEY = Base64.getDecoder().decode(SECRET.replace("whsec_", ""));
    static final Map<String, String> AMOUNTS = Map.of("ORDER-1001", "499.00"); // your database

    static boolean isFromGalla(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
        String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
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
        var found = Pattern.compile("\"" + name + "\":\"([^\"\\\\]*)\"").matcher(json);
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
            if (!isFromGalla(exchange, body)) { answer(exchange, 401, "{\"success\":false}"); return; }
        } catch (GeneralSecurityException broken) { throw new IOException(broken); }

        String json = new String(body, UTF_8);
        // A test, or an event that this receiver does not use.
        if (!field(json, "event").matches("order\\.(success|failed)")) { answer(exchange, 200, "{\"success\":true}"); return; }
        String amount = AMOUNTS.get(field(json, "client_txn_id"));
        if (amount == null) {
            answer(exchange, 404, "{\"success\":false,\"message\":\"Transaction not found\"}");
            return;
        }
        // The same event may arrive twice: paid stays paid, and a late failure does not undo it.
        if (field(json, "status").equals("success") && field(json, "amount").equals(amount)) {
            System.out.println("Paid: " + field(json, "client_txn_id")); // mark the order as paid here
        }
        answer(exchange, 200, "{\"success\":true}");
    }

    public static void main(String[] args) throws IOException {
        if (SECRET.isEmpty()) throw new IllegalStateException("Set GALLA_WEBHOOK_SECRET to your signing secret");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/", Webhook::receive);
        server.start();
    }
}
