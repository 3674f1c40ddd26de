<?php
/**
 * Notifications of Galla.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Takes a notification: verified first, then read, then done once.
 */
final class Galla_Webhook {

	/**
	 * The HTTP status to answer with: 200 for what was taken or needs nothing, so that it isn't sent again.
	 *
	 * @param string                $body    The raw body.
	 * @param array<string, string> $headers By names in small letters.
	 * @param string                $secrets The signing secrets.
	 * @param bool                  $is_test Whether the shop works with a test key.
	 * @param int                   $now     Unix seconds.
	 */
	public static function take( $body, array $headers, $secrets, $is_test, $now ) {
		if ( ! Galla_Signature::is_valid( $body, $headers, $secrets, $now ) ) {
			return 400;
		}
		$event = json_decode( $body, true );
		if ( ! is_array( $event ) || ! isset( $event['event'] ) ) {
			return 400;
		}
		if ( ! in_array( $event['event'], array( 'order.success', 'order.failed' ), true ) ) {
			return 200;
		}
		// A test payment is no money: it never pays for an order of a shop that is open.
		if ( ( 'test' === $event['mode'] ) !== $is_test ) {
			return 200;
		}
		$order = Galla_Order::of_transaction( (string) $event['client_txn_id'] );
		if ( null === $order || $order->is_old( $event['client_txn_id'], (int) $event['sequence'] ) ) {
			return 200;
		}
		if ( 'order.success' === $event['event'] ) {
			$order->paid( $event['orderAmount'], $event['utr'], $event['payerUpiId'] );
		} else {
			$order->failed( $event['client_txn_id'], (string) $event['failureReason'] );
		}
		return 200;
	}
}
