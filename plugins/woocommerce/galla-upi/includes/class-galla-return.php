<?php
/**
 * The customer comes back.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * The customer's coming proves nothing, and the notification may be late: Galla is asked, and the page says what is true.
 */
final class Galla_Return {

	/**
	 * The calls.
	 *
	 * @var Galla_Api
	 */
	private $api;

	/**
	 * Orders that were asked about in this request.
	 *
	 * @var array<int, bool>
	 */
	private $asked = array();

	/**
	 * Takes the calls.
	 *
	 * @param Galla_Api $api The calls.
	 */
	public function __construct( Galla_Api $api ) {
		$this->api = $api;
	}

	/**
	 * Checks the status of an order that is not paid yet, before its page is made. WooCommerce shows that page only
	 * to visitors who know the order's key.
	 *
	 * @param int $order_id Of the shop.
	 */
	public function ask( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || $order->is_paid() || isset( $this->asked[ $order_id ] ) ) {
			return;
		}
		$this->asked[ $order_id ] = true;
		$ours                     = new Galla_Order( $order );
		if ( '' === $ours->payment_url() ) {
			return;
		}
		$state   = $this->api->check_order_status( $ours->transaction() );
		$payment = is_wp_error( $state ) ? null : Galla_Payment::in_state( $state, $ours->asked_for(), $this->api->is_test() );
		if ( null !== $payment ) {
			Galla_Checkout::take( $order_id, $payment );
		}
	}

	/**
	 * What the page says: that an order was received is not the whole truth while its payment was not.
	 *
	 * @param string   $text  WooCommerce's, in HTML.
	 * @param WC_Order $order The shop's order, or nothing.
	 * @return string HTML.
	 */
	public function words( $text, $order ) {
		if ( ! $order instanceof WC_Order || Galla_Gateway::ID !== $order->get_payment_method() ) {
			return $text;
		}
		// What was read for the page may be older than what asking brought.
		$now = wc_get_order( $order->get_id() );
		if ( ! $now instanceof WC_Order || ! $now->needs_payment() ) {
			return $text;
		}
		return esc_html__( 'We have your order, but your payment has not arrived yet. If you have paid, you do not need to do anything else.', 'galla-upi' ) .
			' <a href="' . esc_url( $now->get_checkout_payment_url() ) . '">' . esc_html__( 'Not paid yet? Pay now', 'galla-upi' ) . '</a>';
	}
}
