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
	/** The last ones; each is a call. */
	const ATTEMPTS_MAX = 10;
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
	 * Asks Galla about the order's attempts, and notes what it says of other payments.
	 *
	 * @param int       $order_id Of the shop.
	 * @param Galla_Api $api      The calls.
	 */
	public static function look( $order_id, Galla_Api $api ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		foreach ( ( new Galla_Order( $order ) )->attempts( self::ATTEMPTS_MAX ) as $client_txn_id ) {
			$state = $api->check_order_status( $client_txn_id );
			if ( is_wp_error( $state ) && 'galla_no_reply' === $state->get_error_code() ) {
				// Each further call would wait as long. The next look asks again.
				return;
			}
			if ( is_array( $state ) && isset( $state['otherPayments'] ) && is_array( $state['otherPayments'] ) ) {
				self::note( $order_id, $state, $api->is_test() );
			}
		}
	}

	/**
	 * Notes what Galla says of other payments of an attempt.
	 *
	 * @param int                  $order_id Of the shop.
	 * @param array<string, mixed> $state    The answer's data.
	 * @param bool                 $is_test  Whether a test key asked.
	 */
	private static function note( $order_id, array $state, $is_test ) {
		$payments = array_filter( $state['otherPayments'], 'is_array' );
		if ( array() === $payments ) {
			return;
		}
		$asked_for = Galla_Money::paise_of( isset( $state['amount'] ) ? $state['amount'] : null );
		Galla_Order::alone(
			$order_id,
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $payments, $asked_for, $is_test ) {
				foreach ( null === $ours ? array() : $payments as $payment ) {
					$ours->other_payment( $payment, $asked_for, $is_test );
				}
			}
		);
	}
}
