<?php
/**
 * A notification, read.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * What a verified notification says about an order.
 */
final class Galla_Event {

	/**
	 * The shop's id of the attempt.
	 *
	 * @var string
	 */
	public $client_txn_id;

	/**
	 * Grows with each event of one order of Galla.
	 *
	 * @var int
	 */
	public $sequence;

	/**
	 * Whether it is about an order of test mode.
	 *
	 * @var bool
	 */
	public $is_test;

	/**
	 * The payment; null for a failure.
	 *
	 * @var Galla_Payment|null
	 */
	public $payment;

	/**
	 * For a failure: expired or declined.
	 *
	 * @var string
	 */
	public $failure;

	/**
	 * Reads the fields that it needs; null when one is not as Galla sends it.
	 *
	 * @param array<string, mixed> $data The decoded body of order.success or order.failed.
	 * @return Galla_Event|null
	 */
	public static function read( array $data ) {
		foreach ( array( 'event', 'client_txn_id', 'orderId', 'amount', 'orderAmount', 'utr', 'payerUpiId', 'mode' ) as $name ) {
			if ( ! isset( $data[ $name ] ) || ! is_string( $data[ $name ] ) ) {
				return null;
			}
		}
		$asked_for = Galla_Money::paise_of( $data['orderAmount'] );
		$paid      = Galla_Money::paise_of( $data['amount'] );
		if ( ! isset( $data['sequence'] ) || ! is_int( $data['sequence'] ) || null === $asked_for || null === $paid ) {
			return null;
		}
		$event                = new self();
		$event->client_txn_id = $data['client_txn_id'];
		$event->sequence      = $data['sequence'];
		$event->is_test       = 'live' !== $data['mode'];
		$event->failure       = isset( $data['failureReason'] ) && is_string( $data['failureReason'] ) ? $data['failureReason'] : '';
		if ( 'order.success' === $data['event'] ) {
			$reference      = '' === $data['utr'] ? $data['orderId'] : $data['utr'];
			$event->payment = new Galla_Payment( $reference, $asked_for, $paid, $data['payerUpiId'], $event->is_test, $data['orderId'] );
		}
		return $event;
	}
}
