<?php
/**
 * HTTP as WordPress does it.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Sends what the SDK asks for, with the proxies and certificates that WordPress is set up with.
 */
final class Galla_Transport implements \Galla\Transport {

	/** The customer waits for it. */
	const TIMEOUT_SECONDS = 10;

	/**
	 * Sends one request.
	 *
	 * @param string                $method  GET or POST.
	 * @param string                $url     Of Galla.
	 * @param array<string, string> $headers Of the request.
	 * @param string|null           $body    JSON.
	 * @return array{int, string, string} Status, body, Retry-After.
	 * @throws \Galla\ConnectionException When there was no reply.
	 */
	public function send( string $method, string $url, array $headers, ?string $body ): array {
		$response = wp_remote_request(
			$url,
			array(
				'method'      => $method,
				'timeout'     => self::TIMEOUT_SECONDS,
				'redirection' => 0,
				'headers'     => $headers,
				'body'        => $body,
			)
		);
		if ( is_wp_error( $response ) ) {
			throw new \Galla\ConnectionException( esc_html( $response->get_error_message() ) );
		}
		return array(
			(int) wp_remote_retrieve_response_code( $response ),
			wp_remote_retrieve_body( $response ),
			(string) wp_remote_retrieve_header( $response, 'retry-after' ),
		);
	}
}
