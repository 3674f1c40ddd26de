<?php
$curl = curl_init('https://your-galla.example/api/v1/simulator/pay');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 20,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'upi' => 'bhim://upi/pay?pa=01kahz5g0d1q7k3mbv8r2t4xyc@gallatest&pn=Sharma%20Tea&tr=01M7Y45MG07M3V5T9XWNB4E6RH&tn=Two%20cups%20of%20tea&am=499.00&cu=INR',
        'outcome' => 'success',
    ]),
]);
$reply = json_decode((string) curl_exec($curl), true);
if (empty($reply['success'])) {
    throw new Exception($reply['msg'] ?? 'Galla could not be reached');
}
$data = $reply['data'];
echo json_encode($data), PHP_EOL;
