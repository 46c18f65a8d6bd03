// Receives webhooks with the JDK alone (17 or later). Run: WEBHOOK_SECRET=whsec_… java Receiver.java
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.*;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static final Map<String, String> env = System.getenv();
    static final long toleranceSeconds = Long.parseLong(env.getOrDefault("TOLERANCE_SECONDS", "300"));
    static final int bodyBytesMax = 1_000_000;
    static final List<SecretKeySpec> keys = new ArrayList<>();
    // The JDK has no JSON parser: use your project's.
    // An order of a merchant, or the delivery of a courier's system.
    static final Pattern subjectId = Pattern.compile("[{,]\\s*\"(?:delivery_)?id\"\\s*:\\s*\"([^\"\\\\]+)\"");
    static final Pattern eventName = Pattern.compile("\"event\"\\s*:\\s*\"([^\"\\\\]+)\"");
    // In production: tables, written in one transaction with the work. Here they are gone when the process ends.
    static final Set<String> handledIds = new HashSet<>();
    static final Map<String, Integer> newest = new HashMap<>();

    static boolean isSigned(Headers headers, byte[] body) throws GeneralSecurityException {
        String id = headers.getFirst("webhook-id"), timestamp = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("\\d{1,15}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > toleranceSeconds) return false;
        for (SecretKeySpec key : keys) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update((id + "." + timestamp + ".").getBytes());
            byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
            for (String given : signatures.split(" ")) if (MessageDigest.isEqual(given.getBytes(), expected)) return true;
        }
        return false;
    }

    /** What this webhook is: first_time, repeat, gap (fetch …/events?after=) or late (leave the order's status alone). */
    static synchronized String take(String subject, String webhookId, int sequence, int previous) {
        if (!handledIds.add(webhookId)) return "repeat";
        int last = newest.getOrDefault(subject, 0);
        newest.merge(subject, sequence, Math::max);
        return last > sequence ? "late" : last < previous ? "gap" : "first_time";
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes());
        exchange.close();
    }

    static void receive(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        byte[] body = exchange.getRequestBody().readNBytes(bodyBytesMax);
        try {
            if (!isSigned(headers, body)) { answer(exchange, 401, "{}"); return; }
            var id = subjectId.matcher(new String(body, UTF_8));
            var event = eventName.matcher(new String(body, UTF_8));
            if (!id.find() || !event.find()) { answer(exchange, 400, "{}"); return; }
            int sequence = Integer.parseInt(headers.getFirst("webhook-sequence"));
            int previous = Integer.parseInt(headers.getFirst("webhook-previous-sequence"));
            String handled = take(id.group(1), headers.getFirst("webhook-id"), sequence, previous);
            answer(exchange, 200, "{\"handled\":\"" + handled + "\"}");
            // The work: after the answer.
            System.out.println(String.join(" ", handled, id.group(1), "" + sequence, event.group(1)));
        } catch (NumberFormatException | GeneralSecurityException error) { answer(exchange, 400, "{}"); }
    }

    public static void main(String[] args) throws IOException {
        // During a rotation both secrets, with a space between them.
        for (String secret : env.getOrDefault("WEBHOOK_SECRET", "").split(" ")) {
            byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            if (key.length < 24) throw new IllegalArgumentException("WEBHOOK_SECRET is missing, or no whsec_…");
            keys.add(new SecretKeySpec(key, "HmacSHA256"));
        }
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = Integer.parseInt(env.getOrDefault("PORT", "3000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 128);
        server.createContext("/hooks", Receiver::receive);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
    }
}
