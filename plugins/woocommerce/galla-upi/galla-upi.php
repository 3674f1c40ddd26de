<?php
/**
 * Plugin Name: Galla UPI for WooCommerce
 * Description: Collect UPI payments by QR code and app links, straight to your own UPI account, through your Galla.
 * Version: 0.1.0
 * Requires at least: 6.4
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 * Text Domain: galla-upi
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

define( 'GALLA_UPI_FILE', __FILE__ );

require_once __DIR__ . '/includes/class-galla-api.php';
require_once __DIR__ . '/includes/class-galla-signature.php';
require_once __DIR__ . '/includes/class-galla-order.php';
require_once __DIR__ . '/includes/class-galla-webhook.php';

add_action(
	'plugins_loaded',
	static function () {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-galla-gateway.php';
		add_filter(
			'woocommerce_payment_gateways',
			static function ( $gateways ) {
				$gateways[] = 'Galla_Gateway';
				return $gateways;
			}
		);
	}
);

// The orders may lie in their own tables, and the checkout may be the one made of blocks.
add_action(
	'before_woocommerce_init',
	static function () {
		if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
				\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
			}
		}
	}
);

add_action(
	'woocommerce_blocks_payment_method_type_registration',
	static function ( $registry ) {
		require_once __DIR__ . '/includes/class-galla-blocks.php';
		$registry->register( new Galla_Blocks() );
	}
);
