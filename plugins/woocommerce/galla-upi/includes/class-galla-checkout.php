<?php
/**
 * The way to the payment page.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Finds or makes the page where an order of the shop is paid. An attempt that can still be paid is gone on with; one that was paid
 * meanwhile is not paid again. No lock is held while Galla is asked.
 */
final class Galla_Checkout {

	const WAIT_SECONDS = 5;
	const NAME_MAX     = 100;
	/** What Galla takes for a shop that asks for no telephone number. */
	const NO_MOBILE = '0000000000';
	/** An attempt of this id exists, but for something else: its answer was lost, and the order changed since. */
	const SPENT = array( 'duplicate_client_txn_id', 'idempotency_key_reused' );

	/**
	 * The shop's order.
	 *
	 * @var WC_Order
	 */
	private $order;

	/**
	 * The calls.
	 *
	 * @var Galla_Api
	 */
	private $api;

	/**
	 * Where the customer comes back to.
	 *
	 * @var string
	 */
	private $return_url;

	/**
	 * Takes what it works with.
	 *
	 * @param WC_Order  $order      The shop's order.
	 * @param Galla_Api $api        The calls.
	 * @param string    $return_url Where the customer comes back to.
	 */
	public function __construct( $order, Galla_Api $api, $return_url ) {
		$this->order      = $order;
		$this->api        = $api;
		$this->return_url = $return_url;
	}

	/**
	 * Where the customer goes: the payment page, or back if the order was paid meanwhile.
	 *
	 * @return string|WP_Error
	 */
	public function address() {
		$ours = new Galla_Order( $this->order );
		if ( 'INR' !== $this->order->get_currency() || null === $ours->costs() ) {
			return new WP_Error( 'galla_currency', __( 'UPI accepts only Indian rupees.', 'galla-upi' ) );
		}
		$spent = '';
		if ( '' !== $ours->payment_url() ) {
			$state = $this->api->check_order_status( $ours->transaction() );
			if ( is_wp_error( $state ) && 'order_not_found' !== $state->get_error_code() ) {
				return $state;
			}
			$known = is_wp_error( $state ) ? null : $this->address_of_known( $ours, $state );
			if ( null !== $known ) {
				return $known;
			}
			$spent = $ours->transaction();
		}
		$made = $this->make( $spent, $asked );
		if ( is_wp_error( $made ) && in_array( $made->get_error_code(), self::SPENT, true ) ) {
			$made = $this->make( $asked, $asked );
		}
		return $made;
	}

	/**
	 * Records a payment that a status check found.
	 *
	 * @param int           $order_id Of the shop.
	 * @param Galla_Payment $payment  What came.
	 */
	public static function take( $order_id, Galla_Payment $payment ) {
		Galla_Order::alone(
			$order_id,
			// A longer lock belongs to the notification of the same payment.
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $payment ) {
				if ( null !== $ours ) {
					$ours->paid( $payment );
				}
			}
		);
	}

	/**
	 * Where an attempt leads that was made before; null if a new one is needed.
	 *
	 * @param Galla_Order          $ours  The order.
	 * @param array<string, mixed> $state What Galla says of the attempt.
	 * @return string|null
	 */
	private function address_of_known( Galla_Order $ours, array $state ) {
		$payment = Galla_Payment::in_state( $state, $ours->asked_for(), $this->api->is_test() );
		if ( null !== $payment ) {
			self::take( $this->order->get_id(), $payment );
			return $this->return_url;
		}
		$is_open = isset( $state['status'] ) && in_array( $state['status'], array( 'created', 'pending' ), true );
		return $is_open && $ours->asked_for() === $ours->costs() ? $ours->payment_url() : null;
	}

	/**
	 * Makes the next attempt, or finds the one that another click made.
	 *
	 * @param string      $spent The attempt that is no longer usable.
	 * @param string|null $asked The attempt that was asked for.
	 * @return string|WP_Error
	 */
	private function make( $spent, &$asked ) {
		$found = null;
		Galla_Order::alone(
			$this->order->get_id(),
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $spent, &$found ) {
				if ( null !== $ours ) {
					$ours->begin( $spent );
					$found = $ours;
				}
			}
		);
		if ( null === $found ) {
			return new WP_Error( 'galla_busy', __( 'Another request is changing this order.', 'galla-upi' ) );
		}
		if ( '' !== $found->payment_url() ) {
			return $found->payment_url();
		}
		$asked = $found->transaction();
		$made  = $this->api->create_order( $this->fields_of( $found ), $asked );
		if ( is_wp_error( $made ) ) {
			return $made;
		}
		$url = isset( $made['payment_url'] ) ? (string) $made['payment_url'] : '';
		Galla_Order::alone(
			$this->order->get_id(),
			self::WAIT_SECONDS,
			static function ( $ours ) use ( $asked, $url ) {
				if ( null !== $ours ) {
					$ours->keep( $asked, $url );
				}
			}
		);
		return $url;
	}

	/**
	 * What create-order wants to know.
	 *
	 * @param Galla_Order $ours The order, with its attempt.
	 * @return array<string, string>
	 */
	private function fields_of( Galla_Order $ours ) {
		$name   = trim( $this->order->get_billing_first_name() . ' ' . $this->order->get_billing_last_name() );
		$mobile = substr( preg_replace( '/[^0-9]/', '', $this->order->get_billing_phone() ), -10 );
		return array(
			'client_txn_id'   => $ours->transaction(),
			'amount'          => Galla_Money::rupees_of( $ours->asked_for() ),
			/* translators: %s: the number of an order; the customer reads it on the payment page */
			'p_info'          => sprintf( __( 'Order %s', 'galla-upi' ), $this->order->get_order_number() ),
			'customer_name'   => '' === $name ? __( 'Customer', 'galla-upi' ) : mb_substr( $name, 0, self::NAME_MAX ),
			'customer_email'  => $this->order->get_billing_email(),
			'customer_mobile' => '' === $mobile ? self::NO_MOBILE : $mobile,
			'redirect_url'    => $this->return_url,
		);
	}
}
