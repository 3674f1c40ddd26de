<?php
/**
 * Notifications of Galla.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Takes a notification: verified first, then read, then done once. Its answers are shown in Galla beside each delivery, so they say
 * what is wrong. 200 is for what was taken or needs nothing; anything else is sent again, and seen there until it is mended.
 */
final class Galla_Webhook {

	const BODY_BYTES_MAX = 65536;
	/** Galla waits 15 seconds for the whole answer. */
	const WAIT_SECONDS = 5;

	/**
	 * The HTTP status to answer with, and what to say.
	 *
	 * @param string                $body    The raw body.
	 * @param array<string, string> $headers By names in small letters.
	 * @param string                $secrets The signing secrets.
	 * @param bool                  $is_test Whether the shop works with a test key.
	 * @param int                   $now     Unix seconds.
	 * @return array{int, string}
	 */
	public static function take( $body, array $headers, $secrets, $is_test, $now ) {
		if ( strlen( $body ) > self::BODY_BYTES_MAX ) {
			return array( 413, 'This is too long to be a notification.' );
		}
		try {
			$data = \Galla\Webhook::verify( $body, $headers, preg_split( '/\s+/', trim( $secrets ) ), $now );
		} catch ( \Galla\WebhookException $refusal ) {
			return array( 400, $refusal->getMessage() . '. Is the signing secret in the settings of the shop the one of this mode, and is its clock right?' );
		}
		if ( isset( $data['type'], $data['data'] ) && is_string( $data['type'] ) && 0 === strpos( $data['type'], 'refund.' ) ) {
			return Galla_Refund::take( $data, $is_test );
		}
		if ( ! isset( $data['event'] ) ) {
			return array( 400, 'This is not a notification in the standard form. Please choose that form for the webhook URL.' );
		}
		if ( ! in_array( $data['event'], array( 'order.success', 'order.failed' ), true ) ) {
			return array( 200, 'The shop is listening.' );
		}
		$event = Galla_Event::read( $data );
		if ( null === $event ) {
			return array( 400, 'A field of this notification is missing or not as it should be.' );
		}
		// A test payment is no money: it never pays for an order of a shop that is open. Real money counts whatever the shop is trying.
		if ( $event->is_test && ! $is_test ) {
			return array( 200, 'This shop works with a live key. Test payments do nothing here.' );
		}
		$order_id = Galla_Order::number_in( $event->client_txn_id );
		return 0 === $order_id ? array( 200, 'This order was not made by the shop.' ) : self::apply( $order_id, $event, $now );
	}

	/**
	 * Applies the notification to the order.
	 *
	 * @param int         $order_id Of the shop.
	 * @param Galla_Event $event    The notification.
	 * @param int         $now      Unix seconds.
	 * @return array{int, string}
	 */
	private static function apply( $order_id, Galla_Event $event, $now ) {
		$answer = array( 200, 'Taken.' );
		$done   = Galla_Order::alone(
			$order_id,
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $event, $order_id, $now, &$answer ) {
				if ( null === $ours || ! $ours->made( $event->client_txn_id ) ) {
					// Money must not be lost; that something was not paid costs nobody anything.
					$answer = null === $event->payment
						? array( 200, 'There is no such order in this shop.' )
						: array( 404, 'Money came for ' . $event->client_txn_id . ', but this shop has no such order. Was it deleted, or is this another shop?' );
				} elseif ( $ours->is_old( $event ) ) {
					$answer = array( 200, 'Something newer is known already.' );
				} elseif ( null !== $event->payment ) {
					$ours->paid( $event->payment );
					Galla_Watch::plan( $order_id, $now );
				} else {
					Galla_Watch::plan( $order_id, $now );
					$ours->failed( $event->client_txn_id, $event->failure );
				}
			}
		);
		return $done ? $answer : array( 503, 'The order is being changed at this moment. Please send it again.' );
	}
}
