<?php

declare(strict_types=1);

namespace Galla;

/** Verifies notifications in every format: Galla's own, and those of EKQR and CutePe as forms or JSON. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const SIGNATURES_MAX = 10;

    /**
     * The fields of a notification if Galla signed exactly this body with one of these secrets in the last five minutes.
     *
     * @param string $body The raw body, `file_get_contents('php://input')`: parsed and written again it can have other bytes.
     * @param array<string, string|list<string>> $headers `getallheaders()`, or `getHeaders()` of a PSR-7 request.
     * @param string|list<string> $secrets One, or both while you rotate it.
     * @param int|null $now Unix seconds, for tests.
     * @return array<string, mixed> Of a form, texts. To detect duplicates use the header `webhook-id`.
     * @throws WebhookException
     */
    public static function verify(string $body, array $headers, string|array $secrets, ?int $now = null): array
    {
        $headers = array_change_key_case($headers);
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $given = array_slice(explode(' ', self::header($headers, 'webhook-signature')), 0, self::SIGNATURES_MAX);
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookException('The header webhook-timestamp is not a Unix time');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookException('The timestamp is too far from the current time. The notification is old, or a clock is wrong');
        }
        $signed = false;
        foreach ((array) $secrets as $secret) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::keyOf($secret), true));
            foreach ($given as $signature) {
                $signed = hash_equals($expected, $signature) || $signed;
            }
        }
        if (!$signed) {
            throw new WebhookException('The signature does not match this body and secret');
        }
        return self::fieldsOf($body);
    }

    /** @return array<string, mixed> */
    private static function fieldsOf(string $body): array
    {
        if (str_starts_with($body, '{')) {
            $fields = json_decode($body, true);
            if (!is_array($fields)) {
                throw new WebhookException('The body is neither JSON nor a form');
            }
            return $fields;
        }
        // Not parse_str, which renames fields and stops after a thousand.
        $fields = [];
        foreach (explode('&', $body) as $pair) {
            [$name, $value] = explode('=', $pair, 2) + [1 => ''];
            $fields[urldecode($name)] = urldecode($value);
        }
        return $fields;
    }

    /** @param array<string, string|list<string>> $headers */
    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        $text = is_array($value) ? ($value[0] ?? '') : $value;
        return $text !== '' ? $text : throw new WebhookException("The header $name is missing");
    }

    private static function keyOf(string $secret): string
    {
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;
        return $key !== false && $key !== '' ? $key : throw new WebhookException('The signing secret must start with whsec_');
    }
}
