<?php
/**
 * Signatures of notifications, as Standard Webhooks 1.0 describes them.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Verifies that Galla signed a notification for this shop within the last minutes.
 */
final class Galla_Signature {

	const TOLERANCE_SECONDS = 300;
	const SIGNATURES_MAX    = 10;

	/**
	 * Whether exactly this body was signed for one of the secrets within the last five minutes.
	 *
	 * @param string                $body    The raw body.
	 * @param array<string, string> $headers By names in small letters.
	 * @param string                $secrets One, or several with spaces between, while they are being changed.
	 * @param int                   $now     Unix seconds.
	 */
	public static function is_valid( $body, array $headers, $secrets, $now ) {
		$id        = isset( $headers['webhook-id'] ) ? $headers['webhook-id'] : '';
		$timestamp = isset( $headers['webhook-timestamp'] ) ? $headers['webhook-timestamp'] : '';
		$header    = isset( $headers['webhook-signature'] ) ? $headers['webhook-signature'] : '';
		if ( '' === $id || ! preg_match( '/^[0-9]{1,12}$/', $timestamp ) ) {
			return false;
		}
		if ( abs( $now - (int) $timestamp ) > self::TOLERANCE_SECONDS ) {
			return false;
		}
		$signatures = array_slice( explode( ' ', $header ), 0, self::SIGNATURES_MAX );
		$valid      = false;
		foreach ( preg_split( '/\s+/', trim( $secrets ) ) as $secret ) {
			$key = self::key_of( $secret );
			if ( null === $key ) {
				continue;
			}
			$hmac = hash_hmac( 'sha256', $id . '.' . $timestamp . '.' . $body, $key, true );
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode
			$expected = 'v1,' . base64_encode( $hmac );
			foreach ( $signatures as $signature ) {
				$valid = hash_equals( $expected, $signature ) || $valid;
			}
		}
		return $valid;
	}

	/**
	 * Whether it is a signing secret at all.
	 *
	 * @param string $secret As the dashboard shows it.
	 * @return bool
	 */
	public static function is_secret( $secret ) {
		return null !== self::key_of( $secret );
	}

	/**
	 * The key's bytes; null for what is no signing secret, so that an empty setting refuses everything.
	 *
	 * @param string $secret As the dashboard shows it.
	 */
	private static function key_of( $secret ) {
		if ( 0 !== strpos( $secret, 'whsec_' ) ) {
			return null;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode
		$key = base64_decode( substr( $secret, 6 ), true );
		return false === $key || '' === $key ? null : $key;
	}
}
