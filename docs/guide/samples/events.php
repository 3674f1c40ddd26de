<?php
$curl = curl_init('https://your-galla.example/api/v1/events?after=0&limit=100');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer key_test_...',
    ],
]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
echo json_encode($data), PHP_EOL;
