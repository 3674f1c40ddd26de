<?php

declare(strict_types=1);

namespace Galla;

/** Sends the client's requests. `PsrTransport` does it with any HTTP client of PSR-18; implement this one for another. */
interface Transport
{
    /**
     * Sends one request, and follows no redirect.
     *
     * @param array<string, string> $headers
     * @return array{int, string, string} The status, the body, and the header Retry-After, empty if there is none.
     * @throws ConnectionException There was no reply.
     */
    public function send(string $method, string $url, array $headers, ?string $body): array;
}
