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

	const ID = 'galla_upi';
	/** Rupees; Galla collects no more at once. */
	const AMOUNT_MAX = 1000000;
	/** Dark on light whatever the theme is, 7.5 to 1. */
	const BADGE_STYLE = 'display:inline-block;padding:2px 8px;border-radius:4px;background:#fdf0d5;color:#6b3a00;font-size:12px;font-weight:600;line-height:1.5;white-space:nowrap';

	/**
	 * Declares the method and listens for notifications.
	 */
	public function __construct() {
		$this->id                 = self::ID;
		$this->method_title       = __( 'Galla UPI', 'galla-upi' );
		$this->method_description = __( 'Customers pay by UPI, straight to your own account. Galla confirms when the money has arrived. The currency of the shop must be INR.', 'galla-upi' );
		$this->has_fields         = false;
		$this->icon               = plugins_url( 'assets/icon.svg', GALLA_UPI_FILE );
		$this->supports           = array( 'products', 'refunds' );
		$this->max_amount         = self::AMOUNT_MAX;
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		if ( $this->api()->is_test() ) {
			$this->description  = trim( $this->description . ' ' . __( 'Test mode: no real money moves.', 'galla-upi' ) );
			$this->method_title = __( 'Galla UPI (test mode)', 'galla-upi' );
		}
		$return = new Galla_Return( $this->api() );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
		add_action( 'woocommerce_api_' . $this->id, array( $this, 'take_notification' ) );
		// Not every theme has the first; the second comes after most of the page is written.
		add_action( 'woocommerce_before_thankyou', array( $return, 'ask' ) );
		add_action( 'woocommerce_thankyou_' . $this->id, array( $return, 'ask' ) );
		add_filter( 'woocommerce_thankyou_order_received_text', array( $return, 'words' ), 10, 2 );
	}

	/**
	 * What stands beside the title at the checkout: the icon, and in test mode a badge.
	 *
	 * @return string
	 */
	public function get_icon() {
		$icon = '<img class="galla-upi-icon" src="' . esc_url( $this->icon ) . '" alt="" width="48" height="24" style="width:48px;height:24px" />';
		return apply_filters( 'woocommerce_gateway_icon', $icon . self::badge( $this->badge_text() ), $this->id );
	}

	/**
	 * Says that no real money moves; empty in live mode.
	 *
	 * @return string
	 */
	public function badge_text() {
		return $this->api()->is_test() ? __( 'Test mode', 'galla-upi' ) : '';
	}

	/**
	 * The words as a badge. Its look stands in it, since a theme knows nothing of it.
	 *
	 * @param string $text Its words.
	 * @return string
	 */
	public static function badge( $text ) {
		return '' === $text ? '' : ' <span class="galla-upi-test-badge" style="' . esc_attr( self::BADGE_STYLE ) . '">' . esc_html( $text ) . '</span>';
	}

	/**
	 * The settings.
	 */
	public function init_form_fields() {
		$this->form_fields = Galla_Settings::fields( WC()->api_request_url( self::ID ) );
	}

	/**
	 * UPI knows rupees only, and without its settings nothing can be made or believed.
	 *
	 * @return bool
	 */
	public function is_available() {
		return parent::is_available() && 'INR' === get_woocommerce_currency() && ! $this->needs_setup();
	}

	/**
	 * Whether something is missing without which it can't work.
	 *
	 * @return bool
	 */
	public function needs_setup() {
		return '' === $this->get_option( 'base_url' ) || '' === $this->get_option( 'api_key' ) || '' === $this->get_option( 'webhook_secret' );
	}

	/**
	 * Takes the address only if a key may be sent there.
	 *
	 * @param string      $name  Of the field.
	 * @param string|null $typed As typed.
	 * @return string
	 */
	public function validate_base_url_field( $name, $typed ) {
		return Galla_Settings::address( (string) $typed );
	}

	/**
	 * Takes signing secrets only.
	 *
	 * @param string      $name  Of the field.
	 * @param string|null $typed As typed.
	 * @return string
	 */
	public function validate_webhook_secret_field( $name, $typed ) {
		return Galla_Settings::secrets( (string) $typed );
	}

	/**
	 * Saves the settings, and says at once whether they work. WooCommerce has checked the nonce and who it is.
	 *
	 * @return bool
	 */
	public function process_admin_options() {
		$saved = parent::process_admin_options();
		foreach ( $this->get_errors() as $error ) {
			WC_Admin_Settings::add_error( $error );
		}
		if ( '' !== $this->get_option( 'base_url' ) && '' !== $this->get_option( 'api_key' ) ) {
			list( $works, $words ) = Galla_Settings::verdict( $this->api() );
			if ( $works ) {
				WC_Admin_Settings::add_message( $words );
			} else {
				WC_Admin_Settings::add_error( $words );
			}
		}
		return $saved;
	}

	/**
	 * Leads to the payment page.
	 *
	 * @param int $order_id Of the shop.
	 * @return array<string, string>
	 */
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		$url   = ( new Galla_Checkout( $order, $this->api(), $this->get_return_url( $order ) ) )->address();
		if ( is_wp_error( $url ) ) {
			/* translators: %s: what went wrong */
			$order->add_order_note( sprintf( __( 'The UPI payment could not be started: %s', 'galla-upi' ), Galla_Api::for_owner( $url ) ) );
			// A wrong field can be corrected by the customer; other reasons are not shown.
			$said = in_array( $url->get_error_code(), array( 'invalid_fields', 'galla_currency' ), true ) ? ' ' . $url->get_error_message() : '';
			wc_add_notice(
				/* translators: %s: empty, or what is wrong with a field, after a space */
				esc_html( sprintf( __( 'The UPI payment could not be started.%s Please try again, or choose another way to pay.', 'galla-upi' ), $said ) ),
				'error'
			);
			return array( 'result' => 'failure' );
		}
		return array(
			'result'   => 'success',
			'redirect' => $url,
		);
	}

	/**
	 * Whether an order has a payment that can be refunded from here.
	 *
	 * @param WC_Order $order Of the shop.
	 * @return bool
	 */
	public function can_refund_order( $order ) {
		return parent::can_refund_order( $order ) && '' !== (string) $order->get_transaction_id() && '' !== ( new Galla_Order( $order ) )->galla_order();
	}

	/**
	 * Starts a refund in Galla.
	 *
	 * @param int          $order_id Of the shop.
	 * @param string|float $amount   Rupees.
	 * @param string       $reason   As the owner typed it.
	 * @return bool|WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return Galla_Refund::send( $order_id, $amount, (string) $reason, $this->api() );
	}

	/**
	 * Answers a notification and ends the request. It carries a signature where a form would carry a nonce.
	 */
	public function take_notification() {
		$is_post = isset( $_SERVER['REQUEST_METHOD'] ) && 'POST' === $_SERVER['REQUEST_METHOD'];
		$answer  = $is_post ? $this->answer() : array( 405, 'This is where Galla sends its notifications. The plugin is here.' );
		nocache_headers();
		status_header( $answer[0] );
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $answer[1] );
		exit;
	}

	/**
	 * The answer to a notification.
	 *
	 * @return array{int, string}
	 */
	private function answer() {
		$headers = array();
		foreach ( array( 'webhook-id', 'webhook-timestamp', 'webhook-signature' ) as $name ) {
			$given            = 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) );
			$headers[ $name ] = isset( $_SERVER[ $given ] ) ? sanitize_text_field( wp_unslash( $_SERVER[ $given ] ) ) : '';
		}
		$body = (string) file_get_contents( 'php://input', false, null, 0, Galla_Webhook::BODY_BYTES_MAX + 1 );
		return Galla_Webhook::take( $body, $headers, $this->get_option( 'webhook_secret' ), $this->api()->is_test(), time() );
	}

	/**
	 * The calls, with this shop's settings.
	 *
	 * @return Galla_Api
	 */
	private function api() {
		return new Galla_Api( $this->get_option( 'base_url' ), $this->get_option( 'api_key' ) );
	}
}
