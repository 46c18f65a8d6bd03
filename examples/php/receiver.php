<?php
// Receives webhooks with PHP alone. Run: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php

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
    // During a rotation both secrets, with a space between them.
    foreach (explode(' ', getenv('WEBHOOK_SECRET')) as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        if (strlen($key) < 24) {
            throw new RuntimeException('WEBHOOK_SECRET is missing, or no whsec_… of 24 bytes and more');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
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
