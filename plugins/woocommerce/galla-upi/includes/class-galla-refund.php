<?php
/**
 * Refunds, started here or in Galla.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * A refund has one name or id of Galla, kept with WooCommerce's refund before Galla is called: whatever is lost or comes twice, one is
 * sent, and one is recorded. No lock is held while Galla is asked.
 */
final class Galla_Refund {

	const ID   = '_galla_refund_id';
	const NAME = '_galla_refund_name';

	const WAIT_SECONDS = 5;
	const NOTE_MAX     = 500;

	/**
	 * The refund that WooCommerce makes in this request.
	 *
	 * @var WC_Order_Refund|null
	 */
	private static $begun;

	/**
	 * What a refund is marked with that a notification records.
	 *
	 * @var array<string, string>
	 */
	private static $marks = array();

	/**
	 * Keeps the refund that WooCommerce is about to save: process_refund is not given it.
	 *
	 * @param WC_Order_Refund $refund Not saved yet.
	 */
	public static function begun( $refund ) {
		self::$begun = $refund;
		foreach ( self::$marks as $name => $value ) {
			$refund->update_meta_data( $name, $value );
		}
	}

	/**
	 * Starts a refund in Galla. Its name is stored before the call. After a lost reply the next try has the same name, so it finds the
	 * refund that was started, and starts no second one.
	 *
	 * @param int          $order_id Of the shop.
	 * @param string|float $amount   Rupees.
	 * @param string       $reason   As the owner typed it.
	 * @param Galla_Api    $api      The calls.
	 * @return bool|WP_Error
	 */
	public static function send( $order_id, $amount, $reason, Galla_Api $api ) {
		$paise = (int) Galla_Money::paise_of( $amount );
		$order = wc_get_order( $order_id );
		if ( 0 === $paise || ! $order instanceof WC_Order ) {
			return new WP_Error( 'galla_amount', __( 'Please enter an amount to refund.', 'galla-upi' ) );
		}
		$mine        = null !== self::$begun && self::$begun->get_parent_id() === (int) $order_id ? self::$begun : null;
		self::$begun = null;
		$payment     = $api->payment( ( new Galla_Order( $order ) )->galla_order(), (string) $order->get_transaction_id() );
		if ( is_wp_error( $payment ) ) {
			return self::for_owner( $payment );
		}
		$name = self::name( $order_id, $mine, $payment['refunds'] );
		if ( null === $name ) {
			return new WP_Error( 'galla_busy', __( 'Another request is changing this order.', 'galla-upi' ) );
		}
		$earlier = self::named( $payment['refunds'], $name );
		$left    = (int) Galla_Money::paise_of( $payment['left'] ) + ( null === $earlier ? 0 : (int) Galla_Money::paise_of( $earlier['amount'] ) );
		// Where unique amounts lowered what the customer paid, all of it is a little less than the order.
		$lowered = min( 99, (int) Galla_Money::paise_of( $order->get_total() ) - (int) Galla_Money::paise_of( $payment['amount'] ) );
		$rupees  = Galla_Money::rupees_of( $paise > $left && $paise - $left <= $lowered ? $left : $paise );
		if ( null !== $earlier && $earlier['amount'] !== $rupees ) {
			/* translators: %1$s: rupees */
			return new WP_Error( 'galla_refund_arrived', sprintf( __( 'Galla has a refund of Rs %1$s of this order that is not recorded here. Please refund Rs %1$s first: it is recorded, and not sent again.', 'galla-upi' ), $earlier['amount'] ) );
		}
		$made = null !== $earlier ? $earlier : $api->refund(
			$payment['id'],
			array(
				'requestId' => $name,
				'amount'    => $rupees,
				'way'       => empty( $payment['isAtProvider'] ) ? 'upi' : 'provider',
				'note'      => mb_substr( $reason, 0, self::NOTE_MAX ),
			)
		);
		if ( is_wp_error( $made ) ) {
			return self::for_owner( $made );
		}
		if ( null !== $mine ) {
			$mine->update_meta_data( self::ID, (string) $made['id'] );
			$mine->save();
		}
		$order->add_order_note(
			sprintf(
				'provider' === $made['way']
					/* translators: %s: rupees */
					? __( 'Your provider sends the refund of Rs %s to the customer. Galla notes here when it is confirmed.', 'galla-upi' )
					/* translators: %s: rupees */
					: __( 'A refund of Rs %s was started in Galla. No money has moved yet: please open the order there and send it with your UPI app.', 'galla-upi' ),
				$made['amount']
			)
		);
		return true;
	}

	/**
	 * A notification about a refund. One that was sent from Galla's dashboard becomes a refund of the order, once.
	 *
	 * @param array<string, mixed> $data    The verified body.
	 * @param bool                 $is_test Whether the shop works with a test key.
	 * @return array{int, string}
	 */
	public static function take( array $data, $is_test ) {
		$refund = $data['data'];
		foreach ( array( 'refundId', 'amount' ) as $field ) {
			if ( ! is_array( $refund ) || ! isset( $refund[ $field ] ) || ! is_string( $refund[ $field ] ) ) {
				return array( 400, 'A field of this notification is missing or not as it should be.' );
			}
		}
		if ( ! isset( $data['id'] ) || ! is_string( $data['id'] ) ) {
			return array( 400, 'This notification has no id.' );
		}
		if ( ! isset( $data['mode'] ) || ( 'live' !== $data['mode'] && ! $is_test ) ) {
			return array( 200, 'This shop works with a live key. Refunds in test mode do nothing here.' );
		}
		$client_txn_id = isset( $refund['client_txn_id'] ) ? (string) $refund['client_txn_id'] : '';
		$order_id      = Galla_Order::number_in( $client_txn_id );
		$answer        = array( 200, 'This order was not made by the shop.' );
		$done          = 0 === $order_id || Galla_Order::alone(
			$order_id,
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $client_txn_id, $data, &$answer ) {
				if ( null === $ours || ! $ours->made( $client_txn_id ) ) {
					return;
				}
				if ( $ours->is_outdated( $data['data']['refundId'], $data['id'] ) ) {
					$answer = array( 200, 'Something newer is known already.' );
					return;
				}
				self::apply( $ours, $data['id'], substr( $data['type'], strlen( 'refund.' ) ), $data['data'] );
				$answer = array( 200, 'Taken.' );
			}
		);
		return $done ? $answer : array( 503, 'The order is being changed at this moment. Please send it again.' );
	}

	/**
	 * Notes a refund that was recorded by hand.
	 *
	 * @param int $order_id  Of the shop.
	 * @param int $refund_id Of the shop.
	 */
	public static function note( $order_id, $refund_id ) {
		$order  = wc_get_order( $order_id );
		$refund = wc_get_order( $refund_id );
		if ( ! $order || ! $refund || Galla_Gateway::ID !== $order->get_payment_method() || '' === (string) $order->get_transaction_id() ) {
			return;
		}
		$paise = Galla_Money::paise_of( $refund->get_amount() );
		if ( null === $paise || 0 === $paise || '' !== (string) $refund->get_meta( self::ID ) ) {
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

	/**
	 * Names the refund that is made in this request, and keeps the name with it: the first that no other refund has.
	 *
	 * @param int                  $order_id Of the shop.
	 * @param WC_Order_Refund|null $mine     WooCommerce's refund.
	 * @param array<int, mixed>    $refunds  Of the payment, as Galla knows them.
	 * @return string|null Null: another request has the order.
	 */
	private static function name( $order_id, $mine, array $refunds ) {
		$name = null;
		Galla_Order::alone(
			$order_id,
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $order_id, $mine, $refunds, &$name ) {
				if ( null === $ours ) {
					return;
				}
				$taken = array();
				foreach ( self::refunds_of( $order_id ) as $refund ) {
					if ( null === $mine || $refund->get_id() !== $mine->get_id() ) {
						$taken[] = (string) $refund->get_meta( self::NAME );
					}
				}
				$number = 0;
				do {
					$number += 1;
					$name    = 'wc-' . $order_id . '-r' . $number . '-' . $ours->order()->get_meta( Galla_Order::MARK );
					$earlier = self::named( $refunds, $name );
				} while ( in_array( $name, $taken, true ) || ( null !== $earlier && in_array( $earlier['state'], array( 'failed', 'cancelled' ), true ) ) );
				if ( null !== $mine ) {
					$mine->update_meta_data( self::NAME, $name );
					$mine->save();
				}
			}
		);
		return $name;
	}

	/**
	 * Records and notes what became of a refund. One that failed may be sent after all, if the provider names it later.
	 *
	 * @param Galla_Order          $ours     The order, which no other request changes.
	 * @param string               $event_id Of the notification.
	 * @param string               $state    What it is now.
	 * @param array<string, mixed> $refund   The notification's data.
	 */
	private static function apply( Galla_Order $ours, $event_id, $state, array $refund ) {
		$failed = in_array( $state, array( 'failed', 'cancelled' ), true );
		$sent   = in_array( $state, array( 'sent', 'confirmed' ), true );
		$known  = self::known( $ours->order(), $refund, $sent );
		if ( $failed && null === $known ) {
			return;
		}
		if ( $sent && null === $known ) {
			$error = self::record( $ours->order(), $refund );
			if ( null !== $error ) {
				/* translators: 1: rupees, 2: what went wrong */
				$ours->note_once( $refund['refundId'], sprintf( __( 'A refund of Rs %1$s was sent from Galla, but could not be recorded here: %2$s', 'galla-upi' ), $refund['amount'], $error ) );
			}
		}
		$words = array(
			/* translators: 1: rupees, 2: a reference or a reason */
			'sent'      => __( 'The refund of Rs %1$s was sent (UTR %2$s).', 'galla-upi' ),
			/* translators: 1: rupees, 2: a reference or a reason */
			'confirmed' => __( 'The refund of Rs %1$s is confirmed (UTR %2$s).', 'galla-upi' ),
			/* translators: 1: rupees, 2: a reference or a reason */
			'failed'    => __( 'The refund of Rs %1$s failed, and the customer does not have the money: %2$s. It was removed here: please refund again.', 'galla-upi' ),
			/* translators: 1: rupees, 2: a reference or a reason */
			'cancelled' => __( 'The refund of Rs %1$s was cancelled in Galla: %2$s. No money has moved. It was removed here.', 'galla-upi' ),
		);
		if ( isset( $words[ $state ] ) ) {
			$more = isset( $refund[ $failed ? 'reason' : 'utr' ] ) ? (string) $refund[ $failed ? 'reason' : 'utr' ] : '–';
			$ours->note_once( $event_id, sprintf( $words[ $state ], $refund['amount'], $more ) );
		}
		if ( $failed ) {
			$known->delete( true );
			do_action( 'woocommerce_refund_deleted', $known->get_id(), $ours->order()->get_id() ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- as WooCommerce does where the owner deletes one.
			if ( 'refunded' === $ours->order()->get_status() ) {
				$ours->order()->update_status( 'on-hold' );
			}
		}
	}

	/**
	 * The refund as WooCommerce has it: by Galla's id or the name that it was started with, or recorded by hand with its amount.
	 *
	 * @param WC_Order             $order  Of the shop.
	 * @param array<string, mixed> $refund The notification's data.
	 * @param bool                 $adopts Whether one by hand is this one from now on.
	 * @return WC_Order_Refund|null
	 */
	private static function known( $order, array $refund, $adopts ) {
		$by_hand = null;
		foreach ( self::refunds_of( $order->get_id() ) as $kept ) {
			$id   = (string) $kept->get_meta( self::ID );
			$name = (string) $kept->get_meta( self::NAME );
			if ( $id === $refund['refundId'] || ( '' !== $name && isset( $refund['requestId'] ) && $name === $refund['requestId'] ) ) {
				return $kept;
			}
			if ( $adopts && '' === $id . $name && Galla_Money::paise_of( $kept->get_amount() ) === Galla_Money::paise_of( $refund['amount'] ) ) {
				$by_hand = $kept;
			}
		}
		if ( null !== $by_hand ) {
			$by_hand->update_meta_data( self::ID, $refund['refundId'] );
			$by_hand->save();
		}
		return $by_hand;
	}

	/**
	 * Makes the refund in WooCommerce, which asks no gateway for it.
	 *
	 * @param WC_Order             $order  Of the shop.
	 * @param array<string, mixed> $refund The notification's data.
	 * @return string|null What went wrong.
	 */
	private static function record( $order, array $refund ) {
		self::$marks = array(
			self::ID   => $refund['refundId'],
			self::NAME => isset( $refund['requestId'] ) ? (string) $refund['requestId'] : '',
		);
		try {
			$made = wc_create_refund(
				array(
					'order_id'       => $order->get_id(),
					'amount'         => $refund['amount'],
					'reason'         => __( 'Refunded in Galla', 'galla-upi' ),
					'refund_payment' => false,
				)
			);
		} finally {
			self::$marks = array();
		}
		return is_wp_error( $made ) ? $made->get_error_message() : null;
	}

	/**
	 * The refunds of an order, as they are stored now.
	 *
	 * @param int $order_id Of the shop.
	 * @return WC_Order_Refund[]
	 */
	private static function refunds_of( $order_id ) {
		return wc_get_orders(
			array(
				'type'   => 'shop_order_refund',
				'parent' => $order_id,
				'limit'  => -1,
			)
		);
	}

	/**
	 * The refund of this name among those of a payment.
	 *
	 * @param array<int, mixed> $refunds As Galla knows them.
	 * @param string            $name    Of this shop.
	 * @return array<string, mixed>|null
	 */
	private static function named( array $refunds, $name ) {
		foreach ( $refunds as $refund ) {
			if ( isset( $refund['requestId'] ) && $name === $refund['requestId'] ) {
				return $refund;
			}
		}
		return null;
	}

	/**
	 * A failure as WooCommerce shows it.
	 *
	 * @param WP_Error $error Of a call.
	 * @return WP_Error
	 */
	private static function for_owner( WP_Error $error ) {
		/* translators: %s: what went wrong */
		return new WP_Error( $error->get_error_code(), sprintf( __( 'Galla did not start the refund: %s. You can try again: it is never sent twice.', 'galla-upi' ), Galla_Api::for_owner( $error ) ) );
	}
}
