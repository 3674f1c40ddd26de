<?php
/**
 * Money that does not pay for its order.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Galla sends no notification of a second payment or of another amount, so the shop asks for them a few times after an order has
 * ended, and notes each on the order once. WordPress runs scheduled work when the shop has a visitor.
 */
final class Galla_Watch {

	const HOOK         = 'galla_upi_look';
	const WAIT_SECONDS = 5;
	/** After the end of an order. WordPress merges events that are less than ten minutes apart. */
	const LOOK_AFTER_SECONDS = array( 60, 900, 86400 );

	/**
	 * Plans to ask about an order that has just ended.
	 *
	 * @param int $order_id Of the shop.
	 * @param int $now      Unix seconds.
	 */
	public static function plan( $order_id, $now ) {
		foreach ( self::LOOK_AFTER_SECONDS as $seconds ) {
			wp_schedule_single_event( $now + $seconds, self::HOOK, array( $order_id ) );
		}
	}

	/**
	 * Asks Galla, and notes what it says of other payments. An answer that is lost is asked for again the next time.
	 *
	 * @param int       $order_id Of the shop.
	 * @param Galla_Api $api      The calls.
	 */
	public static function look( $order_id, Galla_Api $api ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		$client_txn_id = ( new Galla_Order( $order ) )->transaction();
		$state         = '' === $client_txn_id ? null : $api->check_order_status( $client_txn_id );
		if ( ! is_array( $state ) || ! isset( $state['otherPayments'] ) || ! is_array( $state['otherPayments'] ) ) {
			return;
		}
		$payments = array_filter( $state['otherPayments'], 'is_array' );
		Galla_Order::alone(
			$order_id,
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $payments, $api ) {
				foreach ( null === $ours ? array() : $payments as $payment ) {
					$ours->other_payment( $payment, $api->is_test() );
				}
			}
		);
	}
}
