<?php
$curl = curl_init('https://your-galla.example/api/v1/order/create-order');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer key_test_...',
        'Content-Type: application/json',
        'Idempotency-Key: ORDER-1001',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'client_txn_id' => 'ORDER-1001',
        'amount' => '499.00',
        'p_info' => 'Two cups of tea',
        'customer_name' => 'Asha Rao',
        'customer_email' => 'asha@example.com',
        'customer_mobile' => '9876543210',
        'redirect_url' => 'https://yourdomain.com/thanks',
    ]),
]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
echo $data['order_id'], ' ', $data['payment_url'], PHP_EOL; // send your customer to payment_url
