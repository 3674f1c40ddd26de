<?php
/**
 * What the plugin calls of WordPress, as small as it may be: state lies in a file, HTTP is real.
 *
 * @package Galla
 */

define( 'ABSPATH', __DIR__ . '/' );

require __DIR__ . '/state.php';
require __DIR__ . '/database.php';
require __DIR__ . '/woocommerce.php';
require __DIR__ . '/woocommerce-parts.php';

class WP_Error {
	private $code;
	private $message;
	private $data;
	public function __construct( $code, $message, $data = null ) {
		$this->code    = $code;
		$this->message = $message;
		$this->data    = $data;
	}
	public function get_error_code() {
		return $this->code;
	}
	public function get_error_message() {
		return $this->message;
	}
	public function get_error_data() {
		return $this->data;
	}
}

$hooks = array();
function add_action( $name, $work, $priority = 10, $arguments = 1 ) {
	global $hooks;
	$hooks[ $name ][] = array( $work, $arguments );
}
function add_filter( $name, $work, $priority = 10, $arguments = 1 ) {
	add_action( $name, $work, $priority, $arguments );
}
function do_action( $name, ...$given ) {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as list( $work, $arguments ) ) {
		$work( ...array_slice( $given, 0, $arguments ) );
	}
}
function apply_filters( $name, $value, ...$given ) {
	global $hooks;
	foreach ( $hooks[ $name ] ?? array() as list( $work, $arguments ) ) {
		$value = $work( ...array_slice( array( $value, ...$given ), 0, $arguments ) );
	}
	return $value;
}
// WordPress brings it where PHP has it not.
if ( ! function_exists( 'mb_substr' ) ) {
	function mb_substr( $text, $start, $length ) {
		return iconv_substr( $text, $start, $length, 'UTF-8' );
	}
}
function clean_post_cache( $id ) {
	Read_Orders::drop( $id, 'post' );
}
function get_option( $name, $default = false ) {
	return 'woocommerce_galla_upi_settings' === $name ? state()['settings'] : $default;
}
function delete_option( $name ) {
	state( fn( &$state ) => $state['deleted'][] = $name );
	return true;
}
function wp_salt() {
	return state()['salt'] ?? 'a salt of this shop';
}
function wp_json_encode( $value ) {
	return json_encode( $value );
}
function wp_parse_url( $url, $part = -1 ) {
	return parse_url( $url, $part );
}
function wp_unslash( $value ) {
	return stripslashes( $value );
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_html__( $text, $domain = 'default' ) {
	return esc_html( __( $text, $domain ) );
}
/** As WordPress has it: the same event within ten minutes is there once. */
function wp_schedule_single_event( $at, $hook, $arguments ) {
	state(
		static function ( &$state ) use ( $at, $hook, $arguments ) {
			foreach ( $state['planned'] ?? array() as list( $other, $name, $given ) ) {
				if ( $name === $hook && $given === $arguments && abs( $other - $at ) <= 600 ) {
					return;
				}
			}
			$state['planned'][] = array( $at, $hook, $arguments );
		}
	);
	return true;
}
function wp_unschedule_hook( $hook ) {
	state( fn( &$state ) => $state['planned'] = array_values( array_filter( $state['planned'] ?? array(), fn( $each ) => $each[1] !== $hook ) ) );
}
function esc_attr( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url( $url ) {
	return str_replace( '&', '&#038;', $url );
}
function esc_url_raw( $url ) {
	return filter_var( $url, FILTER_SANITIZE_URL );
}
/** Translations are looked up by domain: a text of another domain would not be found. */
function __( $text, $domain = 'default' ) {
	if ( 'galla-upi' !== $domain ) {
		throw new Exception( "The domain of '$text' is $domain" );
	}
	return $text;
}
function load_plugin_textdomain( $domain, $deprecated, $folder ) {
	state( fn( &$state ) => $state['texts'] = array( $domain, $folder ) );
}
function plugin_basename( $file ) {
	return basename( dirname( $file ) ) . '/' . basename( $file );
}
function plugins_url( $path, $file ) {
	return 'http://' . $_SERVER['HTTP_HOST'] . '/wp-content/plugins/' . basename( dirname( $file ) ) . '/' . $path;
}
function admin_url( $path ) {
	return 'http://' . $_SERVER['HTTP_HOST'] . '/wp-admin/' . $path;
}
function wp_register_script( $handle, $url, $needs, $version, $in_footer ) {
	state( fn( &$state ) => $state['scripts'][ $handle ] = array( $url, $needs, $version ) );
}
function nocache_headers() {
	header( 'cache-control: no-store' );
}
function status_header( $status ) {
	http_response_code( $status );
}
function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}
function wp_remote_request( $url, $options ) {
	$headers = array();
	foreach ( $options['headers'] as $name => $value ) {
		$headers[] = "$name: $value";
	}
	$context = stream_context_create(
		array(
			'http' => array(
				'method'          => $options['method'],
				'header'          => $headers,
				'content'         => (string) $options['body'],
				'timeout'         => $options['timeout'],
				'ignore_errors'   => true,
				'follow_location' => 0,
			),
		)
	);
	$body    = @file_get_contents( $url, false, $context );
	// The answer is lost on the way, after Galla did its work.
	if ( false !== $body && preg_match( '~/(create-order|refunds)$~', $url ) && state( 'lose_one' ) ) {
		$body = false;
	}
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
	}
	return array(
		'body'    => $body,
		'headers' => $http_response_header,
		'status'  => (int) explode( ' ', $http_response_header[0] )[1],
	);
}
/** Whether the test wants the next answer to be lost; once. */
function lose_one( &$state ) {
	$lost                = $state['lose_next'] ?? false;
	$state['lose_next'] = false;
	return $lost;
}
function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}
function wp_remote_retrieve_header( $response, $name ) {
	foreach ( $response['headers'] as $line ) {
		if ( 0 === stripos( $line, "$name: " ) ) {
			return substr( $line, strlen( $name ) + 2 );
		}
	}
	return '';
}
function wp_remote_retrieve_response_code( $response ) {
	return $response['status'];
}
