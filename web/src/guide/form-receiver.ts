import { EXAMPLE_ORDER, WEBHOOK_ANSWER_UNKNOWN } from '@galla/contract/integrator-examples'
import { SECRET_PREFIX } from '@galla/contract/webhook'
import { TOLERANCE_SECONDS } from './webhook-code.ts'

const { client_txn_id: ID, amount: AMOUNT } = EXAMPLE_ORDER
const { message: UNKNOWN } = WEBHOOK_ANSWER_UNKNOWN.body

/** A receiver that reads `$_POST`, with what makes it safe: the signature over the form as it came. */
export const FORM_RECEIVER_PHP = `<?php // try it: php -S localhost:4000 callback.php
function answer(int $status, array $reply): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    exit(json_encode($reply));
}

function isFromGalla(string $body): bool
{
    $secret = getenv('GALLA_WEBHOOK_SECRET'); // the signing secret, ${SECRET_PREFIX}...
    if (!$secret) {
        error_log('Set GALLA_WEBHOOK_SECRET to your signing secret');
        return false;
    }
    $key = base64_decode(str_replace('${SECRET_PREFIX}', '', $secret));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !is_numeric($timestamp) || abs(time() - (int) $timestamp) > ${TOLERANCE_SECONDS}) {
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

// The form as it came: PHP keeps it beside $_POST. Written again it would be another text.
if (!isFromGalla(file_get_contents('php://input'))) {
    answer(401, ['success' => false]);
}
if (($_POST['event'] ?? '') === 'test.ping') {
    answer(200, ['success' => true]);
}
$orders = ['${ID}' => ['amount' => '${AMOUNT}']]; // your database
$order = $orders[$_POST['client_txn_id'] ?? ''] ?? null;
if ($order === null) {
    answer(${WEBHOOK_ANSWER_UNKNOWN.status}, ['success' => false, 'message' => '${UNKNOWN}']);
}
// The status is success (EKQR) or SUCCESS (CutePe), and amounts come as 499 or 499.5. The same news may come twice.
$isPaid = strtolower($_POST['status'] ?? '') === 'success';
if ($isPaid && round(100 * (float) $_POST['amount']) === round(100 * (float) $order['amount'])) {
    error_log('Paid: ' . $_POST['client_txn_id'] . ', UTR ' . $_POST['upi_txn_id']); // mark the order as paid here
}
answer(200, ['success' => true]);`
