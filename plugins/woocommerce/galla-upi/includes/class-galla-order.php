<?php
/**
 * What this plugin keeps with an order of the shop, and what may become of it.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * The shop's order, seen as something that is paid through Galla. What changes it is done by `alone`.
 */
final class Galla_Order {

	/** Hard to guess and kept with the order, so that another order with the same key cannot name one of ours. */
	const MARK        = '_galla_mark';
	const ATTEMPT     = '_galla_attempt';
	const TRANSACTION = '_galla_client_txn_id';
	const PAYMENT_URL = '_galla_payment_url';
	const ASKED_FOR   = '_galla_amount';
	const PAYER       = '_galla_payer_upi_id';
	const GALLA_ORDER = '_galla_order_id';
	const SEQUENCE    = '_galla_sequence_';
	const NOTED       = '_galla_noted_';
	const NEWEST      = '_galla_newest_event_';

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
	 * Works on an order while no other request does, as it is in the database now: a notification and the returning customer come
	 * together as a rule, and what this request read before it waited may be old.
	 *
	 * @param int      $order_id     Of the shop.
	 * @param int      $wait_seconds How long to wait for another request.
	 * @param callable $work         Is given the order; null if there is none.
	 * @return bool False if another request held it all the time: nothing was done.
	 */
	public static function alone( $order_id, $wait_seconds, $work ) {
		return Galla_Lock::alone(
			(string) $order_id,
			$wait_seconds,
			static function () use ( $order_id, $work ) {
				$order = self::read_afresh( $order_id );
				$work( $order ? new self( $order ) : null );
			}
		);
	}

	/**
	 * The shop's order that an id of an attempt names; 0 if it is none of ours by its looks.
	 *
	 * @param string $client_txn_id Of a notification.
	 * @return int
	 */
	public static function number_in( $client_txn_id ) {
		return preg_match( '/^wc-([1-9][0-9]{0,17})-[0-9]{1,6}-[0-9a-f]{8}$/', $client_txn_id, $parts ) ? (int) $parts[1] : 0;
	}

	/**
	 * Whether this order made the attempt, the last one or one before.
	 *
	 * @param string $client_txn_id Of a notification.
	 * @return bool
	 */
	public function made( $client_txn_id ) {
		$mark  = (string) $this->order->get_meta( self::MARK );
		$parts = explode( '-', $client_txn_id );
		return '' !== $mark && 4 === count( $parts ) && (string) $this->order->get_id() === $parts[1] && hash_equals( $mark, $parts[3] );
	}

	/**
	 * WooCommerce's own order.
	 *
	 * @return WC_Order
	 */
	public function order() {
		return $this->order;
	}

	/**
	 * Galla's id of the order that was paid; empty if none was. Payments from before it was kept are those of the last attempt.
	 *
	 * @return string
	 */
	public function galla_order() {
		$kept = (string) $this->order->get_meta( self::GALLA_ORDER );
		return '' === $kept && '' !== $this->payment_url() ? basename( $this->payment_url() ) : $kept;
	}

	/**
	 * What the order costs now, in paise; null if that is no amount.
	 *
	 * @return int|null
	 */
	public function costs() {
		return Galla_Money::paise_of( $this->order->get_total() );
	}

	/**
	 * The id of the last attempt, or an empty text.
	 *
	 * @return string
	 */
	public function transaction() {
		return (string) $this->order->get_meta( self::TRANSACTION );
	}

	/**
	 * The ids of the last attempts, the newest first.
	 *
	 * @param int $at_most How many.
	 * @return string[]
	 */
	public function attempts( $at_most ) {
		$ids  = array();
		$last = (int) $this->order->get_meta( self::ATTEMPT );
		for ( $attempt = $last; $attempt > max( 0, $last - $at_most ); $attempt-- ) {
			$ids[] = $this->id_of( $attempt );
		}
		return $ids;
	}

	/**
	 * What the last attempt asks for, in paise.
	 *
	 * @return int|null
	 */
	public function asked_for() {
		return Galla_Money::paise_of( $this->order->get_meta( self::ASKED_FOR ) );
	}

	/**
	 * Where the last attempt is paid; empty while Galla has not answered.
	 *
	 * @return string
	 */
	public function payment_url() {
		return (string) $this->order->get_meta( self::PAYMENT_URL );
	}

	/**
	 * Makes the last attempt one that can be paid for what the order costs now. Its id is stored before Galla is called: after a
	 * lost reply the same attempt is requested again, and money for it finds its order. A second request finds the first one's attempt.
	 *
	 * @param string $spent The attempt that is no longer usable; empty if there was none.
	 */
	public function begin( $spent ) {
		if ( $this->transaction() !== $spent && $this->asked_for() === $this->costs() ) {
			return;
		}
		$mark    = (string) $this->order->get_meta( self::MARK );
		$mark    = '' === $mark ? bin2hex( random_bytes( 4 ) ) : $mark;
		$attempt = 1 + (int) $this->order->get_meta( self::ATTEMPT );
		$this->order->update_meta_data( self::MARK, $mark );
		$this->order->update_meta_data( self::ATTEMPT, $attempt );
		$this->order->update_meta_data( self::TRANSACTION, $this->id_of( $attempt ) );
		$this->order->update_meta_data( self::PAYMENT_URL, '' );
		$this->order->update_meta_data( self::ASKED_FOR, Galla_Money::rupees_of( $this->costs() ) );
		$this->order->save();
	}

	/**
	 * Keeps where an attempt is paid, if it still is the last one.
	 *
	 * @param string $client_txn_id Of the attempt.
	 * @param string $payment_url   Where it is paid.
	 */
	public function keep( $client_txn_id, $payment_url ) {
		if ( $this->transaction() === $client_txn_id ) {
			$this->order->update_meta_data( self::PAYMENT_URL, $payment_url );
			$this->order->save();
		}
	}

	/**
	 * Money came. It completes an order that waits for exactly this amount; anything else is for the shop's owner to decide, who gets
	 * a note. A repeated report changes nothing, whatever the owner has done with the order since.
	 *
	 * @param Galla_Payment $payment What came.
	 * @throws RuntimeException When WooCommerce could not complete the order; Galla has to send the notification again.
	 */
	public function paid( Galla_Payment $payment ) {
		if ( $this->has_taken( $payment->reference ) ) {
			return;
		}
		// One payment settles an order of Galla, but its UTR may become known after the first report.
		if ( '' !== $payment->order_id && $this->order->get_meta( self::GALLA_ORDER ) === $payment->order_id && '' !== $this->order->get_transaction_id() ) {
			return;
		}
		$costs = $this->costs();
		if ( $this->order->is_paid() || $this->order->get_date_paid() || $this->order->has_status( 'refunded' ) ) {
			/* translators: %s: amount and reference of a payment */
			$this->note_once( $payment->reference, sprintf( __( 'Another UPI payment arrived, %s, for an order that was already settled. Please check it and refund the excess.', 'galla-upi' ), $payment->in_words() ) );
		} elseif ( $costs !== $payment->asked_for ) {
			/* translators: 1: amount and reference of a payment, 2: rupees */
			$this->hold( $payment, sprintf( __( 'Paid by UPI: %1$s, but the order costs Rs %2$s.', 'galla-upi' ), $payment->in_words(), null === $costs ? '?' : Galla_Money::rupees_of( $costs ) ) );
		} elseif ( ! $this->order->needs_payment() && ! $this->order->has_status( 'on-hold' ) ) {
			$this->order->set_transaction_id( $payment->reference );
			/* translators: 1: amount and reference of a payment, 2: an order status */
			$this->hold( $payment, sprintf( __( 'Paid by UPI: %1$s, when the order was %2$s. Please deliver it after all, or refund the payment.', 'galla-upi' ), $payment->in_words(), $this->order->get_status() ) );
		} else {
			$this->keep_source( $payment );
			if ( ! $this->order->payment_complete( $payment->reference ) ) {
				throw new RuntimeException( 'WooCommerce could not complete order ' . esc_html( (string) $this->order->get_id() ) );
			}
			/* translators: %s: amount and reference of a payment */
			$this->order->add_order_note( sprintf( __( 'Paid by UPI: %s.', 'galla-upi' ), $payment->in_words() ) );
		}
	}

	/**
	 * Money came that does not pay for the order: it is noted, once, and the order stays as it is.
	 *
	 * @param array<string, mixed> $other     One of otherPayments in Galla's reply.
	 * @param int|null             $asked_for Paise that its attempt was made for.
	 * @param bool                 $is_test   Whether a test key asked.
	 */
	public function other_payment( array $other, $asked_for, $is_test ) {
		$paid = Galla_Money::paise_of( isset( $other['amount'] ) ? $other['amount'] : null );
		if ( null === $paid || ! isset( $other['reason'], $other['receivedAt'] ) ) {
			return;
		}
		$reference = isset( $other['utr'] ) ? (string) $other['utr'] : (string) $other['receivedAt'];
		$payer     = isset( $other['payerUpiId'] ) ? (string) $other['payerUpiId'] : '';
		$payment   = new Galla_Payment( $reference, $paid, $paid, $payer, $is_test );
		if ( $this->has_taken( $reference ) ) {
			return;
		}
		$this->note_once(
			// Not the bare reference: once it is accepted in Galla, the same payment pays for the order.
			'other-' . $reference,
			'duplicate' === $other['reason']
				/* translators: %s: amount and reference of a payment */
				? sprintf( __( 'Paid twice by UPI: %s also arrived. Please check it in Galla, under Reconciliation, and refund the excess.', 'galla-upi' ), $payment->in_words() )
				/* translators: 1: amount and reference of a payment, 2: rupees */
				: sprintf( __( 'A wrong amount arrived by UPI: %1$s instead of Rs %2$s. It does not pay for the order. Please accept or refund it in Galla, under Reconciliation.', 'galla-upi' ), $payment->in_words(), null === $asked_for ? '?' : Galla_Money::rupees_of( $asked_for ) )
		);
	}

	/**
	 * The last attempt failed. A later payment of it still counts. An order that is now paid by another method does not fail with it.
	 *
	 * @param string $client_txn_id Of the attempt: an older one says nothing about the order.
	 * @param string $reason        expired or declined.
	 */
	public function failed( $client_txn_id, $reason ) {
		$is_current = $this->transaction() === $client_txn_id && Galla_Gateway::ID === $this->order->get_payment_method();
		if ( $is_current && $this->order->needs_payment() && ! $this->order->has_status( 'failed' ) ) {
			$this->order->update_status(
				'failed',
				'expired' === $reason ? __( 'The time to pay by UPI is over.', 'galla-upi' ) : __( 'The UPI payment was declined.', 'galla-upi' )
			);
		}
	}

	/**
	 * Whether a notification is older than what is known of its attempt; if not, it is what is known from now on.
	 *
	 * @param Galla_Event $event The notification.
	 * @return bool
	 */
	public function is_old( Galla_Event $event ) {
		$key = self::SEQUENCE . $event->client_txn_id;
		if ( $event->sequence < (int) $this->order->get_meta( $key ) ) {
			return true;
		}
		$this->order->update_meta_data( $key, $event->sequence );
		$this->order->save();
		return false;
	}

	/**
	 * Whether a newer event of a refund is known, also of one that is not recorded here; if not, this is the newest from now on.
	 *
	 * @param string $refund_id Of Galla.
	 * @param string $event_id  A ULID, so the text sorts by time.
	 * @return bool
	 */
	public function is_outdated( $refund_id, $event_id ) {
		$key = self::NEWEST . $refund_id;
		if ( strcmp( $event_id, (string) $this->order->get_meta( $key ) ) < 0 ) {
			return true;
		}
		$this->order->update_meta_data( $key, $event_id );
		$this->order->save();
		return false;
	}

	/**
	 * The order without what this request or a shared cache remembers of it, wherever the shop keeps its orders.
	 *
	 * @param int $order_id Of the shop.
	 * @return WC_Order|false
	 */
	private static function read_afresh( $order_id ) {
		clean_post_cache( $order_id );
		if ( class_exists( '\Automattic\WooCommerce\Caches\OrderCache' ) ) {
			wc_get_container()->get( \Automattic\WooCommerce\Caches\OrderCache::class )->remove( $order_id );
		}
		$store = WC_Data_Store::load( 'order' );
		if ( $store->has_callable( 'clear_cached_data' ) ) {
			$store->clear_cached_data( array( $order_id ) );
		}
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return false;
		}
		$order->read_meta_data( true );
		return $order;
	}

	/**
	 * The id that an attempt has at Galla.
	 *
	 * @param int $attempt Counted from 1.
	 * @return string
	 */
	private function id_of( $attempt ) {
		return 'wc-' . $this->order->get_id() . '-' . $attempt . '-' . $this->order->get_meta( self::MARK );
	}

	/**
	 * Whether a payment was taken before, as the one of this order or for its owner to decide.
	 *
	 * @param string $reference Of the payment.
	 * @return bool
	 */
	private function has_taken( $reference ) {
		return $this->order->get_transaction_id() === $reference || '' !== (string) $this->order->get_meta( self::NOTED . $reference );
	}

	/**
	 * Keeps where the money came from: a refund goes back there.
	 *
	 * @param Galla_Payment $payment What came.
	 */
	private function keep_source( Galla_Payment $payment ) {
		$this->order->update_meta_data( self::PAYER, $payment->payer );
		$this->order->update_meta_data( self::GALLA_ORDER, $payment->order_id );
	}

	/**
	 * Puts the order on hold for its owner to decide.
	 *
	 * @param Galla_Payment $payment What came.
	 * @param string        $words   Why.
	 */
	private function hold( Galla_Payment $payment, $words ) {
		$this->keep_source( $payment );
		$this->order->update_meta_data( self::NOTED . $payment->reference, '1' );
		$this->order->update_status( 'on-hold', $words );
	}

	/**
	 * Writes down what changes nothing, if that was not done before.
	 *
	 * @param string $what  Names it.
	 * @param string $words The note.
	 */
	public function note_once( $what, $words ) {
		if ( '' === (string) $this->order->get_meta( self::NOTED . $what ) ) {
			$this->order->add_order_note( $words );
			$this->order->update_meta_data( self::NOTED . $what, '1' );
			$this->order->save();
		}
	}
}
