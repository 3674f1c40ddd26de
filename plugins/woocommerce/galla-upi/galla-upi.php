<?php
/**
 * Plugin Name: Galla UPI for WooCommerce
 * Description: Collect UPI payments by QR code and app links, straight to your own UPI account, through your Galla.
 * Version: 0.4.0
 * Requires at least: 6.4
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.2
 * WC tested up to: 11.0
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 * Text Domain: galla-upi
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

define( 'GALLA_UPI_FILE', __FILE__ );
define( 'GALLA_UPI_VERSION', '0.4.0' );

// The SDK for PHP lies beside it, as it was packed.
spl_autoload_register(
	static function ( $name ) {
		$file = __DIR__ . '/sdk/' . substr( $name, strlen( 'Galla\\' ) ) . '.php';
		if ( 0 === strpos( $name, 'Galla\\' ) && is_file( $file ) ) {
			require_once $file;
		}
	}
);

foreach ( array( 'money', 'lock', 'payment', 'event', 'order', 'webhook', 'transport', 'api', 'checkout', 'return', 'refund', 'settings', 'watch' ) as $galla_upi_part ) {
	require_once __DIR__ . '/includes/class-galla-' . $galla_upi_part . '.php';
}
unset( $galla_upi_part );

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'galla-upi', false, dirname( plugin_basename( GALLA_UPI_FILE ) ) . '/languages' );
	}
);

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
		add_action(
			Galla_Watch::HOOK,
			static function ( $order_id ) {
				$settings = get_option( 'woocommerce_galla_upi_settings', array() ) + array(
					'base_url' => '',
					'api_key'  => '',
				);
				if ( '' !== $settings['base_url'] && '' !== $settings['api_key'] ) {
					Galla_Watch::look( (int) $order_id, new Galla_Api( $settings['base_url'], $settings['api_key'] ) );
				}
			}
		);
		// Here and not in the gateway: a refund may be recorded where no gateway is made.
		add_action( 'woocommerce_create_refund', array( 'Galla_Refund', 'begun' ) );
		add_action( 'woocommerce_order_refunded', array( 'Galla_Refund', 'note' ), 10, 2 );
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

add_filter(
	'plugin_action_links_' . plugin_basename( __FILE__ ),
	static function ( $links ) {
		$settings = '<a href="' . esc_url( admin_url( 'admin.php?page=wc-settings&tab=checkout&section=galla_upi' ) ) . '">' . esc_html__( 'Settings', 'galla-upi' ) . '</a>';
		return array_merge( array( $settings ), $links );
	}
);
