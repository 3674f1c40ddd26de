<?php
/**
 * Refunds.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * UPI has no refund that a shop could order from here: the money is sent by the shop's owner, who gets a note with the amount and the UPI ID.
 */
final class Galla_Refund {

	/**
	 * Notes a refund that was recorded in WooCommerce.
	 *
	 * @param int $order_id  Of the shop.
	 * @param int $refund_id Of the shop.
	 */
	public static function note( $order_id, $refund_id ) {
		$order  = wc_get_order( $order_id );
		$refund = wc_get_order( $refund_id );
		if ( ! $order || ! $refund || 'galla_upi' !== $order->get_payment_method() || '' === (string) $order->get_transaction_id() ) {
			return;
		}
		$paise = Galla_Money::paise_of( $refund->get_amount() );
		if ( null === $paise || 0 === $paise ) {
			return;
		}
		$payer = (string) $order->get_meta( Galla_Order::PAYER );
		$order->add_order_note(
			sprintf(
				/* translators: 1: rupees, 2: a UPI ID or "the customer", 3: the bank's reference of a UPI payment */
				__( 'No money has moved yet: please send the refund of Rs %1$s from your UPI app to %2$s, who paid with UTR %3$s.', 'galla-upi' ),
				Galla_Money::rupees_of( $paise ),
				'' === $payer ? __( 'the customer', 'galla-upi' ) : $payer,
				$order->get_transaction_id()
			)
		);
	}
}
