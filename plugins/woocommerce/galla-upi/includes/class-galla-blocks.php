<?php
/**
 * The payment method in the checkout that is made of blocks.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the payment method and its name with the block checkout.
 */
final class Galla_Blocks extends \Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType {

	/**
	 * As the gateway's.
	 *
	 * @var string
	 */
	protected $name = 'galla_upi';

	/**
	 * Reads the settings.
	 */
	public function initialize() {
		$this->settings = get_option( 'woocommerce_galla_upi_settings', array() );
	}

	/**
	 * Whether it can be chosen.
	 *
	 * @return bool
	 */
	public function is_active() {
		$gateway = $this->gateway();
		return null !== $gateway && $gateway->is_available();
	}

	/**
	 * The script that registers it.
	 *
	 * @return string[]
	 */
	public function get_payment_method_script_handles() {
		wp_register_script(
			'galla-upi-blocks',
			plugins_url( 'assets/blocks.js', GALLA_UPI_FILE ),
			array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ),
			GALLA_UPI_VERSION,
			true
		);
		return array( 'galla-upi-blocks' );
	}

	/**
	 * What the script shows: the words of the gateway, which knows whether it is test mode.
	 *
	 * @return array<string, mixed>
	 */
	public function get_payment_method_data() {
		$gateway = $this->gateway();
		return array(
			'title'       => null === $gateway ? $this->get_setting( 'title' ) : $gateway->get_title(),
			'description' => null === $gateway ? $this->get_setting( 'description' ) : $gateway->get_description(),
			'icon'        => plugins_url( 'assets/icon.svg', GALLA_UPI_FILE ),
			'badge'       => null === $gateway ? '' : $gateway->badge_text(),
			'badgeStyle'  => Galla_Gateway::BADGE_STYLE,
			'supports'    => null === $gateway ? array( 'products' ) : $gateway->supports,
		);
	}

	/**
	 * The method as the other checkout knows it.
	 *
	 * @return Galla_Gateway|null
	 */
	private function gateway() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways[ $this->name ] ) ? $gateways[ $this->name ] : null;
	}
}
