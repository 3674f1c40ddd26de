<?php
/**
 * The calls to Galla.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * One shop's key at one Galla.
 */
final class Galla_Api {

	/** The customer waits for it. */
	const TIMEOUT_SECONDS = 10;

	/**
	 * Where Galla runs, without a slash at its end.
	 *
	 * @var string
	 */
	private $base_url;

	/**
	 * The API key.
	 *
	 * @var string
	 */
	private $key;

	/**
	 * Takes the two settings.
	 *
	 * @param string $base_url Where Galla runs.
	 * @param string $key      The API key.
	 */
	public function __construct( $base_url, $key ) {
		$this->base_url = rtrim( trim( $base_url ), '/' );
		$this->key      = trim( $key );
	}

	/**
	 * Whether the key is one of test mode.
	 */
	public function is_test() {
		return 0 === strpos( $this->key, 'key_test_' );
	}

	/**
	 * Makes an order. The same idempotency key makes it once, whatever is lost on the way.
	 *
	 * @param array<string, string> $order           Fields of create-order.
	 * @param string                $idempotency_key Names this attempt.
	 * @return array<string, mixed>|WP_Error The reply's data.
	 */
	public function create_order( array $order, $idempotency_key ) {
		return $this->post( '/order/create-order', $order, array( 'Idempotency-Key' => $idempotency_key ) );
	}

	/**
	 * What became of an order.
	 *
	 * @param string $client_txn_id As it was created with.
	 * @return array<string, mixed>|WP_Error The reply's data.
	 */
	public function check_order_status( $client_txn_id ) {
		return $this->post( '/order/check-order-status', array( 'client_txn_id' => $client_txn_id ) );
	}

	/**
	 * Posts JSON and reads the reply.
	 *
	 * @param string                $path    Below the API.
	 * @param array<string, string> $body    The fields.
	 * @param array<string, string> $headers Beyond the usual ones.
	 * @return array<string, mixed>|WP_Error
	 */
	private function post( $path, array $body, array $headers = array() ) {
		$response = wp_remote_post(
			$this->base_url . '/api/v1' . $path,
			array(
				'timeout'     => self::TIMEOUT_SECONDS,
				'redirection' => 0,
				'headers'     => array(
					'Authorization' => 'Bearer ' . $this->key,
					'Content-Type'  => 'application/json',
					'Accept'        => 'application/json',
				) + $headers,
				'body'        => wp_json_encode( $body ),
			)
		);
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$reply = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 200 === wp_remote_retrieve_response_code( $response ) && is_array( $reply ) && isset( $reply['data'] ) && is_array( $reply['data'] ) ) {
			return $reply['data'];
		}
		return new WP_Error(
			is_array( $reply ) && isset( $reply['code'] ) ? (string) $reply['code'] : 'unknown',
			self::sentence_of( $reply ),
			array(
				'status'  => wp_remote_retrieve_response_code( $response ),
				'request' => is_array( $reply ) && isset( $reply['requestId'] ) ? (string) $reply['requestId'] : '',
			)
		);
	}

	/**
	 * A refusal as the shop's owner is to read it: with what Galla's support can find it by. It never holds the key.
	 *
	 * @param WP_Error $error Of one of the calls.
	 * @return string
	 */
	public static function for_owner( WP_Error $error ) {
		$data = $error->get_error_data();
		return $error->get_error_message() . ( empty( $data['request'] ) ? '' : ' [' . $data['request'] . ']' );
	}

	/**
	 * What the server said, with the fields that it means.
	 *
	 * @param mixed $reply The reply.
	 * @return string
	 */
	private static function sentence_of( $reply ) {
		if ( ! is_array( $reply ) || ! isset( $reply['msg'] ) ) {
			return __( 'The server at this address is not Galla, or it does not work.', 'galla-upi' );
		}
		$fields = array();
		foreach ( isset( $reply['errors'] ) && is_array( $reply['errors'] ) ? $reply['errors'] : array() as $error ) {
			$fields[] = $error['field'] . ': ' . $error['msg'];
		}
		return $reply['msg'] . ( array() === $fields ? '' : ' (' . implode( '; ', $fields ) . ')' );
	}
}
