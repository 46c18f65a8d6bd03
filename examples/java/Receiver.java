// Receives webhooks with the JDK alone (17 or later). Run: WEBHOOK_SECRET=whsec_… (or whpk_…) java Receiver.java
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.*;
import java.security.spec.X509EncodedKeySpec;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static final Map<String, String> env = System.getenv();
    static final long toleranceSeconds = Long.parseLong(env.getOrDefault("TOLERANCE_SECONDS", "300"));
    static final int bodyBytesMax = 1_000_000;
    interface Verifier { boolean verify(byte[] signed, byte[] signature) throws GeneralSecurityException; }
    /** By the version of the signature: a public key verifies v1a alone. Everyone could sign if it was taken for a secret. */
    static final Map<String, List<Verifier>> verifiers = Map.of("v1", new ArrayList<>(), "v1a", new ArrayList<>());
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
        byte[] signed = concat((id + "." + timestamp + ".").getBytes(UTF_8), body);
        for (String given : signatures.split(" ")) {
            String[] parts = given.split(",", 2);
            for (Verifier verifier : verifiers.getOrDefault(parts[0], List.of()))
                if (parts.length == 2 && verifier.verify(signed, decode(parts[1]))) return true;
        }
        return false;
    }

    static boolean isHmac(byte[] secret, byte[] signed, byte[] signature) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return MessageDigest.isEqual(mac.doFinal(signed), signature);
    }

    static boolean isEd25519(byte[] publicKey, byte[] signed, byte[] given) throws GeneralSecurityException {
        // The form of RFC 8410, which the JDK reads: a fixed head, then the key.
        byte[] encoded = concat(HexFormat.of().parseHex("302a300506032b6570032100"), publicKey);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        signature.update(signed);
        try {
            return signature.verify(given);
        } catch (SignatureException malformed) { return false; }
    }

    static byte[] concat(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException error) { return new byte[0]; }
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
        // During a rotation both, with a space between them.
        for (String secret : env.getOrDefault("WEBHOOK_SECRET", "").split(" ")) {
            byte[] key = decode(secret.replaceFirst("^[a-z]+_", ""));
            if (secret.startsWith("whsec_") && key.length >= 24)
                verifiers.get("v1").add((signed, given) -> isHmac(key, signed, given));
            else if (secret.startsWith("whpk_") && key.length == 32)
                verifiers.get("v1a").add((signed, given) -> isEd25519(key, signed, given));
            else throw new IllegalArgumentException("WEBHOOK_SECRET is missing, or neither whsec_… nor whpk_…");
        }
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int port = Integer.parseInt(env.getOrDefault("PORT", "3000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 128);
        server.createContext("/hooks", Receiver::receive);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
    }
}
