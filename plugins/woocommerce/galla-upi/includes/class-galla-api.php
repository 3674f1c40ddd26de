<?php
/**
 * The calls to Galla.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * One shop's key at one Galla. What the SDK throws becomes a WP_Error. No call is repeated here: somebody waits for it, and does it again.
 */
final class Galla_Api {

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
		return $this->answer( static fn( $galla ) => $galla->createOrder( $order, $idempotency_key ) );
	}

	/**
	 * What became of an order.
	 *
	 * @param string $client_txn_id As it was created with.
	 * @return array<string, mixed>|WP_Error The reply's data.
	 */
	public function check_order_status( $client_txn_id ) {
		return $this->answer( static fn( $galla ) => $galla->checkOrderStatus( $client_txn_id ) );
	}

	/**
	 * The payment that settled an order, with its refunds.
	 *
	 * @param string $order_id  Of Galla.
	 * @param string $reference What the shop knows the payment by.
	 * @return array<string, mixed>|WP_Error The reply's data.
	 */
	public function payment( $order_id, $reference ) {
		return $this->answer(
			static function ( $galla ) use ( $order_id, $reference ) {
				$payments = $galla->getOrder( $order_id )['payments'];
				$named    = array_filter( $payments, static fn( $each ) => $each['utr'] === $reference );
				$settled  = array_filter( $payments, static fn( $each ) => in_array( $each['state'], array( 'matched', 'refunded' ), true ) );
				$found    = current( array() === $named ? $settled : $named );
				if ( false === $found ) {
					throw new \Galla\GallaException( esc_html__( 'Galla knows no payment of this order.', 'galla-upi' ) );
				}
				return $galla->getPayment( $found['id'] );
			}
		);
	}

	/**
	 * Starts a refund. The same requestId starts it once.
	 *
	 * @param string                $payment_id Of Galla.
	 * @param array<string, string> $refund     Fields of the call.
	 * @return array<string, mixed>|WP_Error The reply's data.
	 */
	public function refund( $payment_id, array $refund ) {
		return $this->answer( static fn( $galla ) => $galla->createRefund( $payment_id, $refund ) );
	}

	/**
	 * Makes calls with the SDK.
	 *
	 * @param callable $work Is given the SDK's client.
	 * @return array<string, mixed>|WP_Error
	 */
	private function answer( $work ) {
		try {
			return $work( new \Galla\Galla( new Galla_Transport(), $this->base_url, $this->key, 0 ) );
		} catch ( \Galla\RefusedException $refusal ) {
			return new WP_Error(
				$refusal->reason,
				'unknown' === $refusal->reason ? __( 'The server at this address is not Galla, or it does not work.', 'galla-upi' ) : $refusal->said,
				array( 'request' => (string) $refusal->requestId )
			);
		} catch ( \Galla\GallaException | InvalidArgumentException $error ) {
			return new WP_Error( 'galla_no_reply', $error->getMessage() );
		}
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
}
