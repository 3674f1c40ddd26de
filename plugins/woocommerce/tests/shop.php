<?php
/**
 * A shop with this plugin, for PHP's own server: each address is something that WooCommerce would do.
 *
 * @package Galla
 */

error_reporting( E_ALL );
set_error_handler(
	static function ( $severity, $message, $file, $line ) {
		// What is silenced with an @ is meant to be.
		if ( 0 !== ( error_reporting() & $severity ) ) {
			throw new ErrorException( $message, 0, $severity, $file, $line );
		}
		return false;
	}
);
set_exception_handler(
	static function ( $error ) {
		http_response_code( 500 );
		state( fn( &$state ) => $state['crashes'][] = (string) $error );
	}
);

require __DIR__ . '/wordpress.php';
require getenv( 'PLUGIN' ) . '/galla-upi.php';

do_action( 'plugins_loaded' );
do_action( 'init' );
$classes = apply_filters( 'woocommerce_payment_gateways', array() );
$gateway = new $classes[0]();
$id      = (int) ( $_GET['id'] ?? 0 );

Gateways_Kept::$all = array( $gateway->id => $gateway );

if ( isset( $_GET['wc-api'] ) ) {
	do_action( 'woocommerce_api_' . $_GET['wc-api'] );
	exit;
}
switch ( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ) {
	case '/checkout':
		$answer = $gateway->process_payment( $id );
		break;
	case '/thanks':
		// WooCommerce has read the order for the page before it calls anyone.
		$order = wc_get_order( $id );
		do_action( 'woocommerce_before_thankyou', $id );
		$text = apply_filters( 'woocommerce_thankyou_order_received_text', 'Thank you. Your order has been received.', $order );
		do_action( 'woocommerce_thankyou_' . $gateway->id, $id );
		$answer = array( 'text' => $text ) + state()['orders'][ $id ];
		break;
	case '/refund':
		$made   = wc_create_refund( array( 'order_id' => $id, 'amount' => $_GET['amount'], 'reason' => $_GET['reason'] ?? '', 'refund_payment' => ! isset( $_GET['by_hand'] ) ) );
		$answer = is_wp_error( $made ) ? array( 'error' => $made->get_error_message() ) : array( 'id' => $made->get_id() );
		break;
	case '/refunds':
		$answer = array(
			'can'     => $gateway->can_refund_order( wc_get_order( $id ) ),
			'refunds' => array_map( fn( $refund ) => array( $refund->get_amount(), $refund->get_reason() ), wc_get_orders( array( 'type' => 'shop_order_refund', 'parent' => $id, 'limit' => -1 ) ) ),
		);
		break;
	case '/planned':
		foreach ( state()['planned'] ?? array() as list( , $hook, $given ) ) {
			if ( array( $id ) === $given ) {
				do_action( $hook, ...$given );
			}
		}
		$answer = state()['orders'][ $id ];
		break;
	case '/available':
		$answer = $gateway->is_available();
		break;
	case '/fields':
		$answer = array( 'fields' => $gateway->form_fields, 'title' => $gateway->get_title(), 'description' => $gateway->description, 'icon' => $gateway->get_icon(), 'method' => $gateway->method_title );
		break;
	case '/save':
		do_action( 'woocommerce_update_options_payment_gateways_' . $gateway->id );
		$answer = state();
		break;
	case '/declared':
		do_action( 'before_woocommerce_init' );
		$answer = array( 'features' => state()['declared'], 'links' => apply_filters( 'plugin_action_links_galla-upi/galla-upi.php', array( 'Deactivate' ) ) );
		break;
	case '/blocks':
		$registered = new class() {
			public $methods = array();
			public function register( $method ) {
				$method->initialize();
				$this->methods[] = $method;
			}
		};
		do_action( 'woocommerce_blocks_payment_method_type_registration', $registered );
		list( $method ) = $registered->methods;
		$answer         = array(
			'name'    => $method->get_name(),
			'active'  => $method->is_active(),
			'scripts' => $method->get_payment_method_script_handles(),
			'data'    => $method->get_payment_method_data(),
			'known'   => state()['scripts'],
		);
		break;
	case '/uninstall':
		define( 'WP_UNINSTALL_PLUGIN', 'galla-upi/galla-upi.php' );
		require getenv( 'PLUGIN' ) . '/uninstall.php';
		$answer = state();
		break;
	default:
		http_response_code( 404 );
		$answer = null;
}
header( 'content-type: application/json' );
echo json_encode( $answer );
