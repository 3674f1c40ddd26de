<?php

declare(strict_types=1);

namespace Galla;

/** The server refused the call. */
final class RefusedException extends GallaException
{
    /** The message for people, with the invalid fields. */
    public readonly string $said;

    /**
     * @param int $status The HTTP status.
     * @param string $reason A stable code for programs, such as `duplicate_client_txn_id`.
     * @param list<array{field: string, msg: string}> $errors The invalid fields, named as in the request.
     * @param string|null $requestId Include it when you contact support.
     * @param int|null $retryAfterSeconds When the server takes calls again.
     * @param string|null $orderId The first order, if the refused one repeats it.
     * @param string|null $paymentUrl Its payment page.
     */
    public function __construct(
        public readonly int $status,
        public readonly string $reason,
        string $message,
        public readonly array $errors,
        public readonly ?string $requestId,
        public readonly ?int $retryAfterSeconds,
        public readonly ?string $orderId = null,
        public readonly ?string $paymentUrl = null,
    ) {
        $fields = implode('; ', array_map(static fn (array $error): string => "{$error['field']}: {$error['msg']}", $errors));
        $about = "$reason, HTTP $status" . ($requestId === null ? '' : ", request $requestId");
        $this->said = $message . ($fields === '' ? '' : " ($fields)");
        parent::__construct("$this->said [$about]");
    }
}
