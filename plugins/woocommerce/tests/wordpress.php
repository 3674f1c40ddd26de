<?php
/**
 * What the plugin calls of WordPress and WooCommerce, as small as it may be: orders lie in a file, HTTP is real.
 *
 * @package Galla
 */

define( 'ABSPATH', __DIR__ . '/' );
define( 'STATE_FILE', getenv( 'STATE_FILE' ) );

/** Everything that outlives a request. */
function state( $change = null ) {
	$state = json_decode( (string) file_get_contents( STATE_FILE ), true );
	if ( null !== $change ) {
		$change( $state );
		file_put_contents( STATE_FILE, json_encode( $state ) );
	}
	return $state;
}

class WP_Error {
	private $code;
	private $message;
	public function __construct( $code, $message ) {
		$this->code    = $code;
		$this->message = $message;
	}
	public function get_error_code() {
		return $this->code;
	}
	public function get_error_message() {
		return $this->message;
	}
}

class WC_Order {
	private $id;
	private $kept;
	public function __construct( $id, $kept ) {
		$this->id   = $id;
		$this->kept = $kept + array(
			'status'         => 'pending',
			'meta'           => array(),
			'notes'          => array(),
			'transaction_id' => '',
		);
	}
	public function get_id() {
		return $this->id;
	}
	public function get_order_number() {
		return (string) $this->id;
	}
	public function get_order_key() {
		return 'wc_order_' . $this->id;
	}
	public function get_total() {
		return $this->kept['total'];
	}
	public function get_billing_first_name() {
		return 'Asha';
	}
	public function get_billing_last_name() {
		return 'Rao';
	}
	public function get_billing_email() {
		return 'asha@example.com';
	}
	public function get_billing_phone() {
		return $this->kept['phone'] ?? '+91 98765 43210';
	}
	public function get_transaction_id() {
		return $this->kept['transaction_id'];
	}
	public function get_meta( $name ) {
		return $this->kept['meta'][ $name ] ?? '';
	}
	public function update_meta_data( $name, $value ) {
		$this->kept['meta'][ $name ] = $value;
	}
	public function add_order_note( $note ) {
		$this->kept['notes'][] = $note;
		$this->save();
	}
	public function has_status( $status ) {
		return $this->kept['status'] === $status;
	}
	public function is_paid() {
		return in_array( $this->kept['status'], array( 'processing', 'completed' ), true );
	}
	public function needs_payment() {
		return in_array( $this->kept['status'], array( 'pending', 'failed' ), true );
	}
	public function update_status( $status, $note = '' ) {
		$this->kept['status'] = $status;
		$this->add_order_note( $note );
	}
	public function payment_complete( $transaction_id ) {
		$this->kept['transaction_id'] = $transaction_id;
		$this->kept['status']         = 'processing';
		$this->save();
	}
	public function save() {
		state( fn( &$state ) => $state['orders'][ $this->id ] = $this->kept );
	}
}

class WC_Payment_Gateway {
	public $id;
	public $title;
	public $description;
	public $method_title;
	public $method_description;
	public $has_fields;
	public $supports;
	public $form_fields;
	public $settings;
	public function init_settings() {
		$this->settings = state()['settings'];
	}
	public function get_option( $name ) {
		return $this->settings[ $name ] ?? ( $this->form_fields[ $name ]['default'] ?? '' );
	}
	public function get_return_url( $order ) {
		return 'http://' . $_SERVER['HTTP_HOST'] . '/thanks?id=' . $order->get_id();
	}
	public function is_available() {
		return 'yes' === $this->get_option( 'enabled' );
	}
	public function process_admin_options() {
	}
}

final class Shop_Routes {
	public function api_request_url( $name ) {
		return 'http://' . $_SERVER['HTTP_HOST'] . '/?wc-api=' . $name;
	}
}

function WC() {
	return new Shop_Routes();
}

$hooks = array();
function add_action( $name, $work ) {
	global $hooks;
	$hooks[ $name ][] = $work;
}
function add_filter( $name, $work ) {
	add_action( $name, $work );
}
function do_action( $name, ...$given ) {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as $work ) {
		$work( ...$given );
	}
}
function apply_filters( $name, $value ) {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as $work ) {
		$value = $work( $value );
	}
	return $value;
}
function wc_get_order( $id ) {
	$kept = state()['orders'][ $id ] ?? null;
	return null === $kept ? false : new WC_Order( (int) $id, $kept );
}
function wc_add_notice( $words ) {
	state( fn( &$state ) => $state['notices'][] = $words );
}
function get_woocommerce_currency() {
	return state()['settings']['currency'] ?? 'INR';
}
function wp_salt() {
	return 'a salt of this shop';
}
function wp_json_encode( $value ) {
	return json_encode( $value );
}
function wp_unslash( $value ) {
	return stripslashes( $value );
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function status_header( $status ) {
	http_response_code( $status );
}
function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}
function wp_remote_post( $url, $options ) {
	$headers = array();
	foreach ( $options['headers'] as $name => $value ) {
		$headers[] = "$name: $value";
	}
	$context = stream_context_create(
		array(
			'http' => array(
				'method'          => 'POST',
				'header'          => $headers,
				'content'         => $options['body'],
				'timeout'         => $options['timeout'],
				'ignore_errors'   => true,
				'follow_location' => 0,
			),
		)
	);
	$body = @file_get_contents( $url, false, $context );
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'could not connect' );
	}
	return array(
		'body'   => $body,
		'status' => (int) explode( ' ', $http_response_header[0] )[1],
	);
}
function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}
function wp_remote_retrieve_response_code( $response ) {
	return $response['status'];
}
