#:package BouncyCastle.Cryptography@2.7.0
// Receives webhooks with .NET 10, and with BouncyCastle for ed25519, which .NET does not have.
// Run: WEBHOOK_SECRET=whsec_… (or whpk_…) dotnet run Receiver.cs

using System;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;

delegate bool Verify(byte[] signed, byte[] signature);

static class Receiver
{
    const int BodyBytesMax = 1_000_000;
    static readonly long ToleranceSeconds = long.Parse(Env("TOLERANCE_SECONDS", "300"));

    /// By the version of the signature: a public key verifies v1a alone. Everyone could sign if it was taken for a secret.
    static readonly List<KeyValuePair<string, Verify>> Verifiers = new List<KeyValuePair<string, Verify>>();

    // In production: tables, written in one transaction with the work. Here they are gone when the process ends.
    static readonly HashSet<string> HandledIds = new HashSet<string>();
    static readonly Dictionary<string, int> Newest = new Dictionary<string, int>();

    static string Env(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

    static KeyValuePair<string, Verify> VerifierOf(string secret)
    {
        byte[] key = Decode(Regex.Replace(secret, "^[a-z]+_", ""));
        if (secret.StartsWith("whsec_") && key.Length >= 24)
            return new KeyValuePair<string, Verify>("v1", (signed, given) => IsHmac(key, signed, given));
        if (secret.StartsWith("whpk_") && key.Length == 32)
            return new KeyValuePair<string, Verify>("v1a", (signed, given) => IsEd25519(key, signed, given));
        throw new ArgumentException("WEBHOOK_SECRET is missing, or neither whsec_… of 24 bytes and more nor whpk_… of 32");
    }

    static bool IsHmac(byte[] secret, byte[] signed, byte[] given)
    {
        using (var hmac = new HMACSHA256(secret))
            return CryptographicOperations.FixedTimeEquals(hmac.ComputeHash(signed), given);
    }

    static bool IsEd25519(byte[] publicKey, byte[] signed, byte[] given)
    {
        if (given.Length != 64) return false;
        var verifier = new Ed25519Signer();
        verifier.Init(false, new Ed25519PublicKeyParameters(publicKey, 0));
        verifier.BlockUpdate(signed, 0, signed.Length);
        return verifier.VerifySignature(given);
    }

    static byte[] Decode(string base64)
    {
        try { return Convert.FromBase64String(base64); }
        catch (FormatException) { return new byte[0]; }
    }

    static bool IsSigned(NameValueCollection headers, byte[] body)
    {
        string timestamp = headers["webhook-timestamp"] ?? "";
        if (!Regex.IsMatch(timestamp, @"^[0-9]{1,15}\z")) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) > ToleranceSeconds) return false;
        byte[] signed = Encoding.UTF8.GetBytes(headers["webhook-id"] + "." + timestamp + ".").Concat(body).ToArray();
        return (headers["webhook-signature"] ?? "").Split(' ').Any(signature =>
        {
            string[] parts = signature.Split(',');
            return parts.Length == 2 && Verifiers.Any(one => one.Key == parts[0] && one.Value(signed, Decode(parts[1])));
        });
    }

    /// What this webhook is: first_time, repeat, gap (fetch …/events?after=) or late (leave the order's status alone).
    static string Take(string subject, string webhookId, int sequence, int previous)
    {
        lock (HandledIds)
        {
            if (!HandledIds.Add(webhookId)) return "repeat";
            int last = Newest.ContainsKey(subject) ? Newest[subject] : 0;
            Newest[subject] = Math.Max(last, sequence);
            return last > sequence ? "late" : last < previous ? "gap" : "first_time";
        }
    }

    static string Read(JsonElement json, string name) =>
        json.TryGetProperty(name, out JsonElement value) ? value.GetString() ?? "" : "";

    static byte[] ReadBody(Stream stream)
    {
        var body = new MemoryStream();
        var buffer = new byte[16_384];
        int length;
        while (body.Length < BodyBytesMax && (length = stream.Read(buffer, 0, buffer.Length)) > 0) body.Write(buffer, 0, length);
        return body.ToArray();
    }

    static void Answer(HttpListenerResponse response, int status, string body)
    {
        response.StatusCode = status;
        response.Close(Encoding.UTF8.GetBytes(body), true);
    }

    static void Receive(HttpListenerContext context)
    {
        NameValueCollection headers = context.Request.Headers;
        byte[] body = ReadBody(context.Request.InputStream);
        if (!IsSigned(headers, body)) { Answer(context.Response, 401, "{}"); return; }
        try
        {
            JsonElement json = JsonDocument.Parse(body).RootElement;
            // An order of a merchant, or the delivery of a courier's system.
            string id = Read(json, "id"), subject = id == "" ? Read(json, "delivery_id") : id, name = Read(json, "event");
            if (subject == "" || name == "") { Answer(context.Response, 400, "{}"); return; }
            int sequence = int.Parse(headers["webhook-sequence"] ?? ""), previous = int.Parse(headers["webhook-previous-sequence"] ?? "");
            string handled = Take(subject, headers["webhook-id"] ?? "", sequence, previous);
            Answer(context.Response, 200, "{\"handled\":\"" + handled + "\"}");
            Console.WriteLine(string.Join(" ", handled, subject, sequence, name)); // The work: after the answer.
        }
        // No JSON, no object, or a header that is no number.
        catch (Exception error) when (error is JsonException || error is InvalidOperationException || error is FormatException)
        {
            Answer(context.Response, 400, "{}");
        }
    }

    static void Main()
    {
        // During a rotation both, with a space between them.
        Verifiers.AddRange(Env("WEBHOOK_SECRET", "").Split(' ').Select(VerifierOf));
        var listener = new HttpListener();
        foreach (string host in new[] { "localhost", "127.0.0.1" })
            listener.Prefixes.Add("http://" + host + ":" + Env("PORT", "3000") + "/hooks/");
        listener.Start();
        while (true)
        {
            HttpListenerContext context = listener.GetContext();
            Task.Run(() => Receive(context));
        }
    }
}
