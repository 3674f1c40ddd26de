<?php
/**
 * The payment method.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * UPI through Galla, as WooCommerce knows payment methods.
 */
class Galla_Gateway extends WC_Payment_Gateway {

	/**
	 * Declares the method and listens for notifications.
	 */
	public function __construct() {
		$this->id                 = 'galla_upi';
		$this->method_title       = 'Galla UPI';
		$this->method_description = 'Customers pay by UPI, straight to your own account. Galla tells when the money came.';
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
		add_action( 'woocommerce_api_galla_upi', array( $this, 'take_notification' ) );
		add_action( 'woocommerce_thankyou_' . $this->id, array( $this, 'ask_again' ) );
	}

	/**
	 * The settings.
	 */
	public function init_form_fields() {
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => 'Enable',
				'type'    => 'checkbox',
				'label'   => 'Take UPI payments through Galla',
				'default' => 'no',
			),
			'title'          => array(
				'title'   => 'Title',
				'type'    => 'text',
				'default' => 'UPI',
			),
			'description'    => array(
				'title'   => 'Description',
				'type'    => 'textarea',
				'default' => 'Pay with any UPI app: scan a QR code or choose your app.',
			),
			'base_url'       => array(
				'title'       => 'Galla address',
				'type'        => 'url',
				'description' => 'Where your Galla runs, such as https://pay.example.com',
			),
			'api_key'        => array(
				'title'       => 'API key',
				'type'        => 'password',
				'description' => 'Dashboard, API Documentation. A key that begins with key_test_ makes test orders.',
			),
			'webhook_secret' => array(
				'title'       => 'Signing secret',
				'type'        => 'password',
				'description' => 'Dashboard, API Documentation, beside the webhook URL. Set that URL to ' . WC()->api_request_url( 'galla_upi' ) .
					' While you change the secret, put both here with a space between.',
			),
		);
	}

	/**
	 * UPI knows rupees only, and without its settings nothing can be made or believed.
	 */
	public function is_available() {
		return parent::is_available() && 'INR' === get_woocommerce_currency() &&
			'' !== $this->get_option( 'base_url' ) && '' !== $this->get_option( 'api_key' ) && '' !== $this->get_option( 'webhook_secret' );
	}

	/**
	 * Leads to the payment page. An attempt that can still be paid is gone on with; one that was paid meanwhile is not paid again.
	 *
	 * @param int $order_id Of the shop.
	 * @return array<string, string>
	 */
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		$ours  = new Galla_Order( $order );
		if ( '' !== $ours->transaction() ) {
			$state = $this->api()->check_order_status( $ours->transaction() );
			if ( ! is_wp_error( $state ) && 'success' === $state['status'] ) {
				$this->ask_again( $order_id );
				return $this->lead_to( $this->get_return_url( $order ) );
			}
			$open = ! is_wp_error( $state ) && in_array( $state['status'], array( 'created', 'pending' ), true );
			if ( $open && '' !== $ours->payment_url() ) {
				return $this->lead_to( $ours->payment_url() );
			}
		}
		$transaction = $ours->next_transaction();
		$made        = $this->api()->create_order( $this->fields_of( $order, $ours, $transaction ), $transaction . '-' . $ours->amount() );
		if ( is_wp_error( $made ) ) {
			$order->add_order_note( 'The UPI payment could not be begun: ' . $made->get_error_message() );
			// A wrong field is the customer's to mend; anything else is not for his eyes.
			$said = 'invalid_fields' === $made->get_error_code() ? ' ' . $made->get_error_message() : '';
			wc_add_notice( 'The UPI payment could not be begun.' . $said . ' Please try again, or choose another way to pay.', 'error' );
			return array( 'result' => 'failure' );
		}
		$ours->keep( $transaction, $made['payment_url'] );
		return $this->lead_to( $made['payment_url'] );
	}

	/**
	 * Asks what became of the order when the customer comes back: his coming proves nothing, and the notification may be late.
	 *
	 * @param int $order_id Of the shop.
	 */
	public function ask_again( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order || $order->is_paid() ) {
			return;
		}
		$ours = new Galla_Order( $order );
		if ( '' === $ours->transaction() ) {
			return;
		}
		$state = $this->api()->check_order_status( $ours->transaction() );
		if ( ! is_wp_error( $state ) && 'success' === $state['status'] ) {
			$ours->paid( (string) $order->get_meta( Galla_Order::ASKED_FOR ), (string) $state['utr'], (string) $state['payerUpiId'] );
		}
	}

	/**
	 * Notes a refund; the money is sent by the shop itself.
	 *
	 * @param int        $order_id Of the shop.
	 * @param float|null $amount   Rupees.
	 * @param string     $reason   As typed.
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order = wc_get_order( $order_id );
		if ( ! $order || null === $amount || $amount <= 0 ) {
			return new WP_Error( 'galla_refund', 'Please enter the amount of the refund.' );
		}
		( new Galla_Order( $order ) )->note_refund( (string) $amount, $reason );
		return true;
	}

	/**
	 * Answers a notification and ends the request.
	 */
	public function take_notification() {
		$headers = array();
		foreach ( array( 'webhook-id', 'webhook-timestamp', 'webhook-signature' ) as $name ) {
			$given            = 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) );
			$headers[ $name ] = isset( $_SERVER[ $given ] ) ? sanitize_text_field( wp_unslash( $_SERVER[ $given ] ) ) : '';
		}
		$body   = (string) file_get_contents( 'php://input' );
		$status = Galla_Webhook::take( $body, $headers, $this->get_option( 'webhook_secret' ), $this->api()->is_test(), time() );
		status_header( $status );
		exit;
	}

	/**
	 * What create-order wants to know.
	 *
	 * @param WC_Order    $order       The shop's order.
	 * @param Galla_Order $ours        The same, as we see it.
	 * @param string      $transaction Of this attempt.
	 * @return array<string, string>
	 */
	private function fields_of( $order, $ours, $transaction ) {
		$name   = trim( $order->get_billing_first_name() . ' ' . $order->get_billing_last_name() );
		$mobile = substr( preg_replace( '/[^0-9]/', '', $order->get_billing_phone() ), -10 );
		return array(
			'client_txn_id'   => $transaction,
			'amount'          => $ours->amount(),
			'p_info'          => 'Order ' . $order->get_order_number(),
			'customer_name'   => '' === $name ? 'Customer' : $name,
			'customer_email'  => $order->get_billing_email(),
			'customer_mobile' => $mobile,
			'redirect_url'    => $this->get_return_url( $order ),
		);
	}

	/**
	 * Where the customer goes.
	 *
	 * @param string $url An address.
	 * @return array<string, string>
	 */
	private function lead_to( $url ) {
		return array(
			'result'   => 'success',
			'redirect' => $url,
		);
	}

	/**
	 * The calls, with this shop's settings.
	 */
	private function api() {
		return new Galla_Api( $this->get_option( 'base_url' ), $this->get_option( 'api_key' ) );
	}
}
