<?php
/**
 * What this plugin keeps with an order of the shop, and what may become of it.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * The shop's order, seen as something that is paid through Galla.
 */
final class Galla_Order {

	const TRANSACTION = '_galla_client_txn_id';
	const ATTEMPT     = '_galla_attempt';
	const PAYMENT_URL = '_galla_payment_url';
	const ASKED_FOR   = '_galla_amount';
	const PAYER       = '_galla_payer_upi_id';
	const SEQUENCE    = '_galla_sequence_';

	/**
	 * The order.
	 *
	 * @var WC_Order
	 */
	private $order;

	/**
	 * Takes the order.
	 *
	 * @param WC_Order $order The shop's order.
	 */
	public function __construct( $order ) {
		$this->order = $order;
	}

	/**
	 * The order that a client_txn_id belongs to; null when this shop made none such.
	 *
	 * @param string $client_txn_id Of a notification.
	 */
	public static function of_transaction( $client_txn_id ) {
		if ( ! preg_match( '/^wc-([0-9]{1,18})-[0-9]{1,6}-[0-9a-f]{8}$/', $client_txn_id, $parts ) ) {
			return null;
		}
		$order = wc_get_order( (int) $parts[1] );
		if ( ! $order || self::transaction_for( $order, (int) explode( '-', $client_txn_id )[2] ) !== $client_txn_id ) {
			return null;
		}
		return new self( $order );
	}

	/**
	 * Rupees with two decimals, as the API wants them.
	 */
	public function amount() {
		return number_format( (float) $this->order->get_total(), 2, '.', '' );
	}

	/**
	 * The id of the attempt that is open now, or an empty text.
	 */
	public function transaction() {
		return (string) $this->order->get_meta( self::TRANSACTION );
	}

	/**
	 * Where the open attempt is paid, if it asks for what the order costs now.
	 */
	public function payment_url() {
		return $this->amount() === (string) $this->order->get_meta( self::ASKED_FOR )
			? (string) $this->order->get_meta( self::PAYMENT_URL )
			: '';
	}

	/**
	 * The id of an attempt that was not made yet. It is the same until the attempt is kept, so that a lost answer is asked for again.
	 */
	public function next_transaction() {
		return self::transaction_for( $this->order, 1 + (int) $this->order->get_meta( self::ATTEMPT ) );
	}

	/**
	 * Keeps the attempt that was made.
	 *
	 * @param string $client_txn_id Of the attempt.
	 * @param string $payment_url   Where it is paid.
	 */
	public function keep( $client_txn_id, $payment_url ) {
		$this->order->update_meta_data( self::ATTEMPT, (int) $this->order->get_meta( self::ATTEMPT ) + 1 );
		$this->order->update_meta_data( self::TRANSACTION, $client_txn_id );
		$this->order->update_meta_data( self::PAYMENT_URL, $payment_url );
		$this->order->update_meta_data( self::ASKED_FOR, $this->amount() );
		$this->order->save();
	}

	/**
	 * Money came. Only the amount that was asked for completes the order; done twice it is done once.
	 *
	 * @param string $asked_for     Rupees that Galla was asked to collect.
	 * @param string $utr           The bank's reference.
	 * @param string $payer_upi_id  Who paid, if known.
	 */
	public function paid( $asked_for, $utr, $payer_upi_id ) {
		if ( $this->order->is_paid() ) {
			if ( $this->order->get_transaction_id() !== $utr && ! $this->noted( $utr ) ) {
				$this->order->add_order_note( 'Paid once more by UPI, UTR ' . $utr . '. Please refund one of the payments.' );
				$this->note( $utr );
			}
			return;
		}
		if ( $this->amount() !== $asked_for ) {
			if ( ! $this->noted( $utr ) ) {
				$this->order->update_status( 'on-hold', 'Paid by UPI for Rs ' . $asked_for . ' (UTR ' . $utr . '), but the order costs Rs ' . $this->amount() . '.' );
				$this->note( $utr );
			}
			return;
		}
		$this->order->update_meta_data( self::PAYER, $payer_upi_id );
		$this->order->add_order_note( 'Paid by UPI. UTR ' . $utr . ( '' === $payer_upi_id ? '' : ', from ' . $payer_upi_id ) );
		$this->order->payment_complete( $utr );
	}

	/**
	 * The open attempt failed. A later payment of it still counts.
	 *
	 * @param string $client_txn_id Of the attempt: an older one says nothing about the order.
	 * @param string $reason        expired or declined.
	 */
	public function failed( $client_txn_id, $reason ) {
		if ( $this->transaction() === $client_txn_id && $this->order->needs_payment() && ! $this->order->has_status( 'failed' ) ) {
			$this->order->update_status( 'failed', 'expired' === $reason ? 'The time to pay is over.' : 'The payment was declined.' );
		}
	}

	/**
	 * Whether a notification is older than what is known of its attempt; if not, it is what is known from now on.
	 *
	 * @param string $client_txn_id Of the attempt.
	 * @param int    $sequence      Of the notification.
	 */
	public function is_old( $client_txn_id, $sequence ) {
		if ( $sequence < (int) $this->order->get_meta( self::SEQUENCE . $client_txn_id ) ) {
			return true;
		}
		$this->order->update_meta_data( self::SEQUENCE . $client_txn_id, $sequence );
		$this->order->save();
		return false;
	}

	/**
	 * What is to be done for a refund: money goes from the shop's own UPI app, so the shop is told where to.
	 *
	 * @param string $amount Rupees.
	 * @param string $reason As the shop typed it.
	 */
	public function note_refund( $amount, $reason ) {
		$payer = (string) $this->order->get_meta( self::PAYER );
		$this->order->add_order_note(
			'Refund of Rs ' . number_format( (float) $amount, 2, '.', '' ) . ' noted' . ( '' === $reason ? '' : ' (' . $reason . ')' ) .
			'. UPI has no refund by itself here: send it from your UPI app to ' .
			( '' === $payer ? 'the customer' : $payer ) . ', who paid with UTR ' . $this->order->get_transaction_id() . '.'
		);
	}

	/**
	 * Whether this payment was written down already.
	 *
	 * @param string $utr The bank's reference.
	 */
	private function noted( $utr ) {
		return '' !== (string) $this->order->get_meta( '_galla_noted_' . $utr );
	}

	/**
	 * Remembers that this payment was written down.
	 *
	 * @param string $utr The bank's reference.
	 */
	private function note( $utr ) {
		$this->order->update_meta_data( '_galla_noted_' . $utr, '1' );
		$this->order->save();
	}

	/**
	 * Two shops that share a key and count their orders alike must not meet, nor may a stranger guess the id.
	 *
	 * @param WC_Order $order   The shop's order.
	 * @param int      $attempt From 1.
	 */
	private static function transaction_for( $order, $attempt ) {
		$mark = substr( hash_hmac( 'sha256', $order->get_id() . '-' . $attempt . '-' . $order->get_order_key(), wp_salt() ), 0, 8 );
		return 'wc-' . $order->get_id() . '-' . $attempt . '-' . $mark;
	}
}
