<?php
/**
 * Money that came.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * What Galla says of a payment, parsed: from a notification, or from the answer to a question.
 */
final class Galla_Payment {

	/**
	 * The bank's reference, or Galla's order where a bank gave none: what a payment is known by.
	 *
	 * @var string
	 */
	public $reference;

	/**
	 * Paise that Galla was asked to collect.
	 *
	 * @var int
	 */
	public $asked_for;

	/**
	 * Paise that the customer was shown: a little less where the merchant uses unique amounts.
	 *
	 * @var int
	 */
	public $paid;

	/**
	 * Who paid, or an empty text.
	 *
	 * @var string
	 */
	public $payer;

	/**
	 * Whether the simulator paid.
	 *
	 * @var bool
	 */
	public $is_test;

	/**
	 * Galla's id of the order that it settles; empty for another payment.
	 *
	 * @var string
	 */
	public $order_id;

	/**
	 * Takes what was parsed.
	 *
	 * @param string $reference Of the payment.
	 * @param int    $asked_for Paise.
	 * @param int    $paid      Paise.
	 * @param string $payer     UPI ID.
	 * @param bool   $is_test   Whether it is no money.
	 * @param string $order_id  Of Galla.
	 */
	public function __construct( $reference, $asked_for, $paid, $payer, $is_test, $order_id = '' ) {
		$this->reference = $reference;
		$this->asked_for = $asked_for;
		$this->paid      = $paid;
		$this->payer     = $payer;
		$this->is_test   = $is_test;
		$this->order_id  = $order_id;
	}

	/**
	 * The payment in the answer to check-order-status; null if it was not paid.
	 *
	 * @param array<string, mixed> $state     The answer's data.
	 * @param int|null             $asked_for Paise that this attempt was made for.
	 * @param bool                 $is_test   Whether a test key asked.
	 * @return Galla_Payment|null
	 */
	public static function in_state( array $state, $asked_for, $is_test ) {
		$paid = Galla_Money::paise_of( isset( $state['amount'] ) ? $state['amount'] : null );
		if ( ! isset( $state['status'], $state['orderId'] ) || 'success' !== $state['status'] || null === $paid || null === $asked_for ) {
			return null;
		}
		$utr = isset( $state['utr'] ) ? (string) $state['utr'] : '';
		return new self(
			'' === $utr ? (string) $state['orderId'] : $utr,
			$asked_for,
			$paid,
			isset( $state['payerUpiId'] ) ? (string) $state['payerUpiId'] : '',
			$is_test,
			(string) $state['orderId']
		);
	}

	/**
	 * As the shop's owner reads it in a note.
	 *
	 * @return string
	 */
	public function in_words() {
		$words = sprintf(
			/* translators: 1: rupees, 2: the bank's reference of a UPI payment */
			__( 'Rs %1$s (UTR %2$s)', 'galla-upi' ),
			Galla_Money::rupees_of( $this->paid ),
			$this->reference
		);
		if ( '' !== $this->payer ) {
			/* translators: 1: amount and reference of a payment, 2: a UPI ID */
			$words = sprintf( __( '%1$s from %2$s', 'galla-upi' ), $words, $this->payer );
		}
		/* translators: %s: amount and reference of a payment */
		return $this->is_test ? sprintf( __( 'in test mode, no real money: %s', 'galla-upi' ), $words ) : $words;
	}
}
