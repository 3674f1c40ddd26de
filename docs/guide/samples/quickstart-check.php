<?php
$curl = curl_init('https://your-galla.example/api/v1/order/check-order-status');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer key_test_...',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'client_txn_id' => 'ORDER-1000',
    ]),
]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
echo $data['status'] === 'success' ? 'Paid, UTR ' . $data['utr'] : $data['remarks'], PHP_EOL;
