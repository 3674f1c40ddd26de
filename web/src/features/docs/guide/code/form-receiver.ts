import { EXAMPLE_ORDER, WEBHOOK_ANSWER_UNKNOWN } from '@galla/contract/api-reference/integrator-examples'
import { PHP_VERIFY } from './webhook-code.ts'

const { client_txn_id: ID, amount: AMOUNT } = EXAMPLE_ORDER
const { message: UNKNOWN } = WEBHOOK_ANSWER_UNKNOWN.body

/** A receiver that reads `$_POST` after it has verified the signature over the raw form. */
export const FORM_RECEIVER_PHP = `<?php // try it: php -S localhost:4000 callback.php
${PHP_VERIFY}

// The signature covers the raw form. Do not rebuild it from $_POST: the bytes could differ.
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
// The status is success (EKQR) or SUCCESS (CutePe), and amounts look like 499 or 499.5. The same event may arrive twice.
$isPaid = strtolower($_POST['status'] ?? '') === 'success';
if ($isPaid && round(100 * (float) $_POST['amount']) === round(100 * (float) $order['amount'])) {
    error_log('Paid: ' . $_POST['client_txn_id'] . ', UTR ' . $_POST['upi_txn_id']); // mark the order as paid here
}
answer(200, ['success' => true]);`
