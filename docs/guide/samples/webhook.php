<?php // try it: php -S localhost:4000 webhook.php
function answer(int $status, array $reply): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($reply));
}

function isFromGalla(string $body): bool
{
    $secret = getenv('GALLA_WEBHOOK_SECRET'); // the signing secret, whsec_...
    if (!$secret) {
        error_log('Set GALLA_WEBHOOK_SECRET to your signing secret');
        return false;
    }
    $key = base64_decode(str_replace('whsec_', '', $secret));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !is_numeric($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input'); // the exact bytes that were signed
if (!isFromGalla($body)) {
    answer(401, ['success' => false]);
}

$event = json_decode($body, true);
// A test, or an event that this receiver does not use.
if (!in_array($event['event'] ?? '', ['order.success', 'order.failed'], true)) {
    answer(200, ['success' => true]);
}
$orders = ['ORDER-1001' => ['amount' => '499.00']]; // your database
$order = $orders[$event['client_txn_id']] ?? null;
if ($order === null) {
    answer(404, ['success' => false, 'message' => 'Transaction not found']);
}
// The same event may arrive twice: paid stays paid, and a late failure does not undo it.
if ($event['status'] === 'success' && $event['amount'] === $order['amount']) {
    error_log('Paid: ' . $event['client_txn_id']); // mark the order as paid here
}
answer(200, ['success' => true]);
