<?php

declare(strict_types=1);

namespace Galla;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** Over the HTTP client that your program has (PSR-18). Set its timeout to 15 seconds. */
final class PsrTransport implements Transport
{
    public function __construct(
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(string $method, string $url, array $headers, ?string $body): array
    {
        $request = $this->requests->createRequest($method, $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withBody($this->streams->createStream($body));
        }
        try {
            $response = $this->http->sendRequest($request);
        } catch (ClientExceptionInterface $cause) {
            throw new ConnectionException("$url could not be reached", previous: $cause);
        }
        return [$response->getStatusCode(), (string) $response->getBody(), $response->getHeaderLine('retry-after')];
    }
}
