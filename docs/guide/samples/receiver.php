<?php // start it: php -S localhost:4000 receiver.php
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
$verified = isFromGalla($body);
$sent = $_POST ?: (json_decode($body, true) ?: []); // a form, or JSON
$shown = array_flip(['event', 'client_txn_id', 'amount', 'status', 'utr']);
$line = json_encode(array_intersect_key($sent, $shown) + ['verified' => $verified]);
file_put_contents('php://stdout', $line . PHP_EOL);
answer($verified ? 200 : 401, ['success' => $verified]);
