<?php
// Receives webhooks with PHP alone. Run: WEBHOOK_SECRET=whsec_… (or whpk_…) php -S 127.0.0.1:3000 receiver.php

// A fault must not be answered 200, which PHP does where it shows errors.
ini_set('display_errors', '0');

function isDigits(string $text): bool
{
    return preg_match('/^\d{1,15}$/D', $text) === 1;
}

function isSigned(string $body, int $toleranceSeconds): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!isDigits($timestamp) || abs(time() - (int) $timestamp) > $toleranceSeconds) {
        return false;
    }
    // During a rotation both, with a space between them.
    foreach (array_map('readKey', explode(' ', getenv('WEBHOOK_SECRET'))) as [$kind, $key]) {
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
            [$version, $encoded] = explode(',', "$given,");
            if (isMade($kind, $key, $version, (string) base64_decode($encoded, true), "$id.$timestamp.$body")) {
                return true;
            }
        }
    }
    return false;
}

function readKey(string $secret): array
{
    [$kind, $encoded] = explode('_', "{$secret}_");
    $key = (string) base64_decode($encoded, true);
    if (!($kind === 'whsec' && strlen($key) >= 24 || $kind === 'whpk' && strlen($key) === 32)) {
        throw new RuntimeException('WEBHOOK_SECRET is missing, or neither whsec_… of 24 bytes and more nor whpk_… of 32');
    }
    return [$kind, $key];
}

/** A public key verifies v1a alone: everyone could sign if it was taken for a secret. */
function isMade(string $kind, string $key, string $version, string $signature, string $signed): bool
{
    if ($kind === 'whsec') {
        return $version === 'v1' && hash_equals(hash_hmac('sha256', $signed, $key, true), $signature);
    }
    return $version === 'v1a' && strlen($signature) === 64 && sodium_crypto_sign_verify_detached($signature, $signed, $key);
}

/** Whether this webhook is first_time, repeat, gap or late. In production: tables, in one transaction with the work. */
function take(string $subject, string $webhookId, int $sequence, int $previous): string
{
    $file = fopen(getenv('STATE_FILE') ?: sys_get_temp_dir() . '/delivery-receiver.json', 'c+');
    flock($file, LOCK_EX);
    $state = json_decode(stream_get_contents($file), true) ?? ['ids' => [], 'newest' => []];
    $isKnown = isset($state['ids'][$webhookId]);
    $newest = $state['newest'][$subject] ?? 0;
    $state['ids'][$webhookId] = true;
    $state['newest'][$subject] = max($newest, $sequence);
    rewind($file);
    fwrite($file, json_encode($state)); // Never shorter than before.
    fclose($file);
    if ($isKnown) {
        return 'repeat';
    }
    return $newest > $sequence ? 'late' : ($newest < $previous ? 'gap' : 'first_time');
}

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('content-type: application/json');
    echo json_encode((object) $body);
}

// The bytes as they arrived: $_POST and json_decode come later.
$body = file_get_contents('php://input');
if (!isSigned($body, (int) (getenv('TOLERANCE_SECONDS') ?: 300))) {
    answer(401, []);
    return;
}
$event = json_decode($body, true);
$sequence = $_SERVER['HTTP_WEBHOOK_SEQUENCE'] ?? '';
$previous = $_SERVER['HTTP_WEBHOOK_PREVIOUS_SEQUENCE'] ?? '';
// An order of a merchant, or the delivery of a courier's system.
$subject = $event['id'] ?? $event['delivery_id'] ?? null;
if (!is_string($subject) || !isDigits($sequence) || !isDigits($previous)) {
    answer(400, []);
    return;
}
$handled = take($subject, $_SERVER['HTTP_WEBHOOK_ID'], (int) $sequence, (int) $previous);
answer(200, ['handled' => $handled]);
// Under PHP-FPM: fastcgi_finish_request(), then the work. After a gap: GET /v1/external-orders/{id}/events?after=…
// For a late one: leave the order's status alone.
error_log("$handled $subject $sequence " . ($event['event'] ?? '') . ' ' . ($event['status'] ?? ''));
