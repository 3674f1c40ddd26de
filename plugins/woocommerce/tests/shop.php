<?php
/**
 * A shop with this plugin, for PHP's own server: each address is something that WooCommerce would do.
 *
 * @package Galla
 */

require __DIR__ . '/wordpress.php';
require __DIR__ . '/../galla-upi/galla-upi.php';

do_action( 'plugins_loaded' );
$classes = apply_filters( 'woocommerce_payment_gateways', array() );
$gateway = new $classes[0]();
$id      = (int) ( $_GET['id'] ?? 0 );

if ( isset( $_GET['wc-api'] ) ) {
	do_action( 'woocommerce_api_' . $_GET['wc-api'] );
	exit;
}
switch ( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ) {
	case '/checkout':
		$answer = $gateway->process_payment( $id );
		break;
	case '/thanks':
		do_action( 'woocommerce_thankyou_' . $gateway->id, $id );
		$answer = state()['orders'][ $id ];
		break;
	case '/refund':
		$refunded = $gateway->process_refund( $id, (float) $_GET['amount'], (string) $_GET['reason'] );
		$answer   = is_wp_error( $refunded ) ? $refunded->get_error_message() : $refunded;
		break;
	case '/available':
		$answer = $gateway->is_available();
		break;
	case '/fields':
		$answer = $gateway->form_fields;
		break;
	default:
		http_response_code( 404 );
		$answer = null;
}
header( 'content-type: application/json' );
echo json_encode( $answer );
