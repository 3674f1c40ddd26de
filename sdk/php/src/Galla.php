<?php

declare(strict_types=1);

namespace Galla;

/** A client for one API key. */
final class Galla
{
    private const FIRST_WAIT_MS = 500;
    private const LONGEST_WAIT_MS = 8_000;
    /** A longer wait is not waited: the error reports it to the caller. */
    private const RETRY_AFTER_SECONDS_MAX = 30;
    private const RETRYABLE = [408, 429, 500, 502, 503, 504];

    private readonly string $baseUrl;

    /**
     * @param string $baseUrl The address of Galla, such as "https://pay.example.com".
     * @param string $apiKey From API Documentation in the dashboard. A test key creates test orders. Keep it on your server.
     * @param int $retries How often a call is repeated after no reply, a 429 or a 5xx.
     */
    public function __construct(
        private readonly Transport $transport,
        string $baseUrl,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly int $retries = 3,
    ) {
        if (preg_match('~^https?://[^/]+~i', $baseUrl, $origin) !== 1) {
            throw new \InvalidArgumentException('baseUrl must be the address of Galla, such as https://pay.example.com');
        }
        if (trim($apiKey) === '') {
            throw new \InvalidArgumentException('apiKey is missing');
        }
        $this->baseUrl = $origin[0];
    }

    /**
     * Creates an order and its payment page. Repeated with the same idempotency key it is created once.
     *
     * @param array<string, mixed> $order The fields of create-order; amounts in rupees.
     * @return array<string, mixed> Among others `payment_url` and `order_id`.
     */
    public function createOrder(array $order, ?string $idempotencyKey = null): array
    {
        $headers = ['Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16))];
        return $this->dataOf('POST', '/order/create-order', $order, $headers);
    }

    /**
     * What became of the order with this `client_txn_id`.
     *
     * @return array<string, mixed>
     */
    public function checkOrderStatus(string $clientTxnId): array
    {
        return $this->dataOf('POST', '/order/check-order-status', ['client_txn_id' => $clientTxnId]);
    }

    /**
     * Up to 500 events after a cursor, oldest first, to catch up after your receiver was down.
     *
     * @return array<string, mixed>
     */
    public function listEvents(?string $after = null, ?int $limit = null): array
    {
        return $this->call('GET', '/events', ['after' => $after, 'limit' => $limit]);
    }

    /**
     * An order with its payments, by Galla's id. The key needs the scope `orders:read`.
     *
     * @return array<string, mixed>
     */
    public function getOrder(string $orderId): array
    {
        return $this->dataOf('GET', '/orders/' . rawurlencode($orderId));
    }

    /**
     * A payment with its refunds. The key needs the scope `credits:read` or `refunds:create`.
     *
     * @return array<string, mixed>
     */
    public function getPayment(string $paymentId): array
    {
        return $this->dataOf('GET', '/credits/' . rawurlencode($paymentId));
    }

    /**
     * Starts a refund, or finds the one with this `requestId`: it never starts a second one. The key needs the scope `refunds:create`.
     *
     * @param array<string, mixed> $refund `requestId`, and optionally `amount`, `way` and `note`.
     * @return array<string, mixed>
     */
    public function createRefund(string $paymentId, array $refund): array
    {
        return $this->dataOf('POST', '/credits/' . rawurlencode($paymentId) . '/refunds', $refund);
    }

    /**
     * Any call of the API reference that may be repeated: a read, or a write that names itself.
     *
     * @param string $path Below `/api/v1`.
     * @param array<string, string|int|null> $query Null leaves a field out.
     * @param array<string, mixed>|null $body Sent as JSON.
     * @param array<string, string> $headers Beyond the usual ones.
     * @return array<string, mixed> The whole reply.
     * @throws RefusedException
     * @throws ConnectionException
     */
    public function call(string $method, string $path, array $query = [], ?array $body = null, array $headers = []): array
    {
        $search = http_build_query($query);
        $url = "$this->baseUrl/api/v1$path" . ($search === '' ? '' : "?$search");
        $headers += ['Authorization' => 'Bearer ' . trim($this->apiKey), 'Accept' => 'application/json'];
        $headers += $body === null ? [] : ['Content-Type' => 'application/json'];
        $content = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR);
        for ($attempt = 0; ; $attempt++) {
            $waitMs = 0;
            $response = null;
            try {
                $response = $this->transport->send($method, $url, $headers, $content);
            } catch (ConnectionException $failure) {
            }
            try {
                if ($response !== null) {
                    return $this->replyOf(...$response);
                }
            } catch (RefusedException $failure) {
                $waitMs = 1000 * ($failure->retryAfterSeconds ?? 0);
                if (!in_array($failure->status, self::RETRYABLE, true) || $waitMs > 1000 * self::RETRY_AFTER_SECONDS_MAX) {
                    throw $failure;
                }
            }
            if ($attempt >= $this->retries) {
                throw $failure;
            }
            // By chance, so that clients that failed together do not retry together.
            $growing = min(self::FIRST_WAIT_MS * 2 ** $attempt, self::LONGEST_WAIT_MS);
            usleep(1000 * max($waitMs, random_int(intdiv($growing, 2), $growing)));
        }
    }

    /** @return array<string, mixed> */
    private function dataOf(string $method, string $path, ?array $body = null, array $headers = []): array
    {
        $data = $this->call($method, $path, body: $body, headers: $headers)['data'] ?? null;
        return is_array($data) ? $data : throw new ConnectionException("$this->baseUrl answered something that is no reply");
    }

    /** @return array<string, mixed> */
    private function replyOf(int $status, string $body, string $retryAfter): array
    {
        if ($status >= 300 && $status < 400) {
            throw new ConnectionException("$this->baseUrl leads elsewhere (HTTP $status). Is baseUrl the address of Galla itself?");
        }
        $reply = json_decode($body, true);
        if ($status < 300) {
            return is_array($reply) ? $reply : throw new ConnectionException("$this->baseUrl answered something that is no reply");
        }
        // A proxy's page instead of our reply is a refusal too, with fewer details.
        throw new RefusedException(
            $status,
            is_string($reply['code'] ?? null) ? $reply['code'] : 'unknown',
            is_string($reply['msg'] ?? null) ? $reply['msg'] : 'The server refused the call without a message',
            is_array($reply['errors'] ?? null) ? $reply['errors'] : [],
            is_string($reply['requestId'] ?? null) ? $reply['requestId'] : null,
            preg_match('/^[0-9]{1,6}$/D', $retryAfter) === 1 ? (int) $retryAfter : null,
            is_string($reply['order_id'] ?? null) ? $reply['order_id'] : null,
            is_string($reply['payment_url'] ?? null) ? $reply['payment_url'] : null,
        );
    }
}
