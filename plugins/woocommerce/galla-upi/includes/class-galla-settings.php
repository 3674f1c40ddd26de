<?php
/**
 * The settings.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * What the settings screen asks for, what of it is taken, and whether it works.
 */
final class Galla_Settings {

	/**
	 * The fields.
	 *
	 * @param string $webhook_url Where Galla is to send its notifications.
	 * @return array<string, array<string, string>>
	 */
	public static function fields( $webhook_url ) {
		return array(
			'enabled'        => array(
				'title'   => __( 'Enable', 'galla-upi' ),
				'type'    => 'checkbox',
				'label'   => __( 'Accept UPI payments with Galla', 'galla-upi' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'   => __( 'Title', 'galla-upi' ),
				'type'    => 'text',
				'default' => __( 'UPI', 'galla-upi' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'galla-upi' ),
				'type'    => 'textarea',
				'default' => __( 'Pay with any UPI app: scan a QR code or choose your app.', 'galla-upi' ),
			),
			'base_url'       => array(
				'title'       => __( 'Galla address', 'galla-upi' ),
				'type'        => 'url',
				'description' => __( 'The address of your Galla, such as https://pay.example.com', 'galla-upi' ),
			),
			'api_key'        => array(
				'title'       => __( 'API key', 'galla-upi' ),
				'type'        => 'password',
				'description' => __( 'In the Galla dashboard under API Documentation. A key that starts with key_test_ creates test orders: no real money moves. To refund from here, create a key there with the scopes orders:create, orders:read and refunds:create.', 'galla-upi' ),
			),
			'webhook_secret' => array(
				'title'       => __( 'Signing secret', 'galla-upi' ),
				'type'        => 'password',
				'description' => sprintf(
					/* translators: %s: an address */
					__( 'In the Galla dashboard under API Documentation, next to the webhook URL. Set that URL to %s with the standard format. To see refunds that are started in Galla, add an endpoint there with the same URL and the events of refunds, and enter its secret here too, separated by a space; likewise both secrets while you rotate one.', 'galla-upi' ),
					'<code>' . esc_html( $webhook_url ) . '</code>'
				),
			),
		);
	}

	/**
	 * An address that a key may be sent to.
	 *
	 * @param string $typed As typed.
	 * @return string
	 * @throws Exception With a sentence for the owner.
	 */
	public static function address( $typed ) {
		$url    = esc_url_raw( trim( $typed ) );
		$scheme = wp_parse_url( $url, PHP_URL_SCHEME );
		$host   = (string) wp_parse_url( $url, PHP_URL_HOST );
		if ( '' === trim( $typed ) ) {
			return '';
		}
		if ( ! in_array( $scheme, array( 'https', 'http' ), true ) || '' === $host ) {
			throw new Exception( esc_html__( 'The Galla address must look like https://pay.example.com. It was not changed.', 'galla-upi' ) );
		}
		if ( 'http' === $scheme && ! preg_match( '/^(localhost|127\.[0-9.]+|\[::1\]|[a-z0-9.-]+\.(local|test|localhost))$/i', $host ) ) {
			throw new Exception( esc_html__( 'The Galla address must start with https://, so that nobody can read the API key in transit. It was not changed.', 'galla-upi' ) );
		}
		return rtrim( $url, '/' );
	}

	/**
	 * One signing secret, or two while they are being changed.
	 *
	 * @param string $typed As typed.
	 * @return string
	 * @throws Exception With a sentence for the owner.
	 */
	public static function secrets( $typed ) {
		$secrets = preg_split( '/\s+/', trim( $typed ), -1, PREG_SPLIT_NO_EMPTY );
		foreach ( $secrets as $secret ) {
			if ( 1 !== preg_match( '~^whsec_[A-Za-z0-9+/]{4,}={0,2}$~', $secret ) ) {
				throw new Exception( esc_html__( 'The signing secret starts with whsec_ (it is not the API key). It was not changed.', 'galla-upi' ) );
			}
		}
		return implode( ' ', $secrets );
	}

	/**
	 * Checks the status of an order that does not exist: "not found" proves that the address and the key work.
	 *
	 * @param Galla_Api $api The calls, with what was saved.
	 * @return array{bool, string} Whether they work, and a sentence for the owner.
	 */
	public static function verdict( Galla_Api $api ) {
		$state = $api->check_order_status( 'wc-settings-' . bin2hex( random_bytes( 8 ) ) );
		if ( is_wp_error( $state ) && 'order_not_found' !== $state->get_error_code() ) {
			/* translators: %s: what went wrong */
			return array( false, sprintf( __( 'The connection to Galla failed with this address and key: %s', 'galla-upi' ), Galla_Api::for_owner( $state ) ) );
		}
		return array(
			true,
			$api->is_test()
				? __( 'Connected to Galla with a test key. No real money moves.', 'galla-upi' )
				: __( 'Connected to Galla with a live key. Payments are real.', 'galla-upi' ),
		);
	}
}
