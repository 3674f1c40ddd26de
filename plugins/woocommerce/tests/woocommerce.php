<?php
/**
 * WooCommerce where the plugin touches it. Orders behave as WC_Order does: read once in a request and kept, saved by what changed.
 *
 * @package Galla
 */

/** The orders that this request has read, which wc_get_order gives again until they are dropped. */
final class Read_Orders {
	public static $kept = array();
	/** A post's cache and the cache of HPOS: a reader must drop both, because it cannot know where orders are stored. */
	public static $dropped = array();

	public static function drop( $order_id, $from ) {
		self::$dropped[ $order_id ][ $from ] = true;
		if ( 2 === count( self::$dropped[ $order_id ] ) ) {
			unset( self::$kept[ $order_id ], self::$dropped[ $order_id ] );
		}
	}
}

class WC_Order {
	private $id;
	private $kept;
	private $changes = array();
	private $changed_meta = array();
	public function __construct( $id, $kept ) {
		$this->id   = $id;
		$this->kept = $kept + array(
			'status'         => 'pending',
			'meta'           => array(),
			'notes'          => array(),
			'transaction_id' => '',
			'date_paid'      => null,
			'currency'       => 'INR',
			'method'         => 'galla_upi',
			'completions'    => 0,
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
	public function get_status() {
		return $this->kept['status'];
	}
	public function get_total() {
		return $this->kept['total'];
	}
	public function get_currency() {
		return $this->kept['currency'];
	}
	public function get_payment_method() {
		return $this->kept['method'];
	}
	public function get_checkout_payment_url() {
		return 'http://' . $_SERVER['HTTP_HOST'] . '/order-pay?id=' . $this->id . '&key=' . $this->get_order_key();
	}
	public function get_billing_first_name() {
		return $this->kept['name'] ?? 'Asha';
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
	public function set_transaction_id( $id ) {
		$this->set( 'transaction_id', $id );
	}
	public function get_date_paid() {
		return $this->kept['date_paid'];
	}
	public function get_meta( $name ) {
		return $this->kept['meta'][ $name ] ?? '';
	}
	public function update_meta_data( $name, $value ) {
		$this->kept['meta'][ $name ]  = $value;
		$this->changed_meta[ $name ] = $value;
	}
	public function read_meta_data( $force = false ) {
		if ( $force ) {
			$this->kept['meta'] = $this->changed_meta + ( state()['orders'][ $this->id ]['meta'] ?? array() );
		}
	}
	public function add_order_note( $note ) {
		state(
			function ( &$state ) use ( $note ) {
				$state['orders'][ $this->id ]['notes'][] = $note;
			}
		);
	}
	public function has_status( $status ) {
		return in_array( $this->kept['status'], (array) $status, true );
	}
	public function is_paid() {
		return $this->has_status( array( 'processing', 'completed' ) );
	}
	public function needs_payment() {
		return $this->has_status( array( 'pending', 'failed' ) ) && $this->get_total() > 0;
	}
	public function update_status( $status, $note = '' ) {
		$this->set( 'status', $status );
		$this->save();
		$this->add_order_note( $note );
		return true;
	}
	/** As WooCommerce has it: from these statuses only; mails and stock follow each time. */
	public function payment_complete( $transaction_id = '' ) {
		if ( ! $this->has_status( array( 'on-hold', 'pending', 'failed', 'cancelled' ) ) ) {
			return true;
		}
		state(
			function ( &$state ) {
				$state['orders'][ $this->id ]['completions'] = 1 + ( $state['orders'][ $this->id ]['completions'] ?? 0 );
			}
		);
		wait_at_gate();
		$this->set_transaction_id( $transaction_id );
		$this->set( 'date_paid', $this->kept['date_paid'] ?? time() );
		$this->set( 'status', 'processing' );
		return $this->save() > 0;
	}
	public function save() {
		$changes            = $this->changes;
		$meta               = $this->changed_meta;
		$this->changes      = array();
		$this->changed_meta = array();
		state(
			function ( &$state ) use ( $changes, $meta ) {
				$before                       = $state['orders'][ $this->id ];
				$before['meta']               = $meta + ( $before['meta'] ?? array() );
				$state['orders'][ $this->id ] = $changes + $before;
			}
		);
		return $this->id;
	}
	private function set( $name, $value ) {
		$this->kept[ $name ]    = $value;
		$this->changes[ $name ] = $value;
	}
}

final class WC_Order_Refund {
	private $id;
	private $kept;
	public function __construct( $kept, $id = 0 ) {
		$this->id   = $id;
		$this->kept = $kept + array( 'meta' => array() );
	}
	public function get_id() {
		return $this->id;
	}
	public function get_parent_id() {
		return $this->kept['order'];
	}
	public function get_amount() {
		return $this->kept['amount'];
	}
	public function get_reason() {
		return $this->kept['reason'];
	}
	public function get_meta( $name ) {
		return $this->kept['meta'][ $name ] ?? '';
	}
	public function update_meta_data( $name, $value ) {
		$this->kept['meta'][ $name ] = $value;
	}
	public function save() {
		$this->id = state(
			function ( &$state ) {
				$id                      = 0 === $this->id ? 9000 + count( $state['refunds'] ?? array() ) : $this->id;
				$state['refunds'][ $id ] = $this->kept;
				return $id;
			}
		);
		return $this->id;
	}
	/** The row stays, so that no other refund gets its id. */
	public function delete() {
		state( fn( &$state ) => $state['refunds'][ $this->id ]['order'] = 0 );
		return true;
	}
}

/** As WooCommerce makes it: stored first, and deleted again if its gateway refuses. */
function wc_create_refund( $args ) {
	$order = wc_get_order( $args['order_id'] );
	$sum   = array_sum( array_map( fn( $refund ) => (float) $refund->get_amount(), wc_get_orders( array( 'parent' => $args['order_id'] ) ) ) );
	if ( (float) $args['amount'] > (float) $order->get_total() - $sum ) {
		return new WP_Error( 'error', 'Invalid refund amount.' );
	}
	$refund = new WC_Order_Refund( array( 'order' => $order->get_id(), 'amount' => $args['amount'], 'reason' => $args['reason'] ) );
	do_action( 'woocommerce_create_refund', $refund, $args );
	$refund->save();
	if ( $args['refund_payment'] ) {
		$result = Gateways_Kept::$all[ $order->get_payment_method() ]->process_refund( $order->get_id(), $args['amount'], $args['reason'] );
		if ( is_wp_error( $result ) ) {
			$refund->delete();
			return $result;
		}
		$refund->save();
	}
	do_action( 'woocommerce_order_refunded', $order->get_id(), $refund->get_id() );
	return $refund;
}
function wc_get_orders( $query ) {
	$found = array();
	foreach ( state()['refunds'] ?? array() as $id => $kept ) {
		if ( $kept['order'] === (int) $query['parent'] ) {
			$found[] = new WC_Order_Refund( $kept, (int) $id );
		}
	}
	return $found;
}

/** A request stands here, inside payment_complete, for as long as the test wants: between what it read and what it writes. */
function wait_at_gate() {
	$ends_at = time() + 20;
	while ( file_exists( STATE_FILE . '.gate' ) && time() < $ends_at ) {
		usleep( 10000 );
		clearstatcache();
	}
}

abstract class WC_Settings_API {
	public $id;
	public $form_fields;
	public $settings = array();
	protected $errors = array();
	public function init_settings() {
		$this->settings = state()['settings'];
	}
	public function get_option( $name ) {
		return $this->settings[ $name ] ?? ( $this->form_fields[ $name ]['default'] ?? '' );
	}
	public function update_option( $name, $value ) {
		$this->settings[ $name ] = $value;
		return $this->keep_settings();
	}
	public function add_error( $words ) {
		$this->errors[] = $words;
	}
	public function get_errors() {
		return $this->errors;
	}
	/** Each field by its own validation if there is one; a field that throws is reported and unchanged. */
	public function process_admin_options() {
		$this->init_settings();
		foreach ( $this->form_fields as $name => $field ) {
			$given = $_POST[ 'woocommerce_' . $this->id . '_' . $name ] ?? null;
			$own   = 'validate_' . $name . '_field';
			try {
				if ( 'checkbox' === $field['type'] ) {
					$this->settings[ $name ] = null === $given ? 'no' : 'yes';
				} else {
					$this->settings[ $name ] = method_exists( $this, $own ) ? $this->$own( $name, $given ) : trim( (string) $given );
				}
			} catch ( Exception $error ) {
				$this->add_error( $error->getMessage() );
			}
		}
		return $this->keep_settings();
	}
	private function keep_settings() {
		state( fn( &$state ) => $state['settings'] = $this->settings );
		return true;
	}
}

class WC_Payment_Gateway extends WC_Settings_API {
	public $title;
	public $description;
	public $method_title;
	public $method_description;
	public $has_fields;
	public $supports;
	public $max_amount = 0;
	public $icon = '';
	public function can_refund_order( $order ) {
		return $order && in_array( 'refunds', $this->supports, true );
	}
	public function get_title() {
		return $this->title;
	}
	public function get_description() {
		return $this->description;
	}
	public function get_return_url( $order ) {
		return 'http://' . $_SERVER['HTTP_HOST'] . '/thanks?id=' . $order->get_id();
	}
	public function is_available() {
		$total = (float) ( $_GET['total'] ?? 0 );
		return 'yes' === $this->get_option( 'enabled' ) && ! ( $this->max_amount > 0 && $total > $this->max_amount );
	}
}

final class WC_Admin_Settings {
	public static function add_error( $words ) {
		state( fn( &$state ) => $state['messages'][] = 'error: ' . $words );
	}
	public static function add_message( $words ) {
		state( fn( &$state ) => $state['messages'][] = 'message: ' . $words );
	}
}

final class WC_Data_Store {
	public static function load( $name ) {
		return new self();
	}
	public function has_callable( $name ) {
		return 'clear_cached_data' === $name;
	}
	public function clear_cached_data( array $ids ) {
		return array_fill_keys( $ids, true );
	}
}

final class Gateways_Kept {
	public static $all = array();
	public function payment_gateways() {
		return self::$all;
	}
}

final class Shop_Routes {
	public function api_request_url( $name ) {
		return 'http://' . $_SERVER['HTTP_HOST'] . '/?wc-api=' . $name;
	}
	/** The registry and its entries, under WooCommerce's names. */
	public function payment_gateways() {
		return new Gateways_Kept();
	}
}

final class Caches {
	public function get( $class ) {
		return new $class();
	}
}

function WC() {
	return new Shop_Routes();
}
function wc_get_container() {
	return new Caches();
}
function wc_get_order( $id ) {
	$id = (int) $id;
	if ( ! isset( Read_Orders::$kept[ $id ] ) ) {
		$state = state();
		if ( isset( $state['refunds'][ $id ] ) ) {
			return new WC_Order_Refund( $state['refunds'][ $id ], $id );
		}
		if ( ! isset( $state['orders'][ $id ] ) ) {
			return false;
		}
		Read_Orders::$kept[ $id ] = new WC_Order( $id, $state['orders'][ $id ] );
	}
	return Read_Orders::$kept[ $id ];
}
function wc_add_notice( $words ) {
	state( fn( &$state ) => $state['notices'][] = $words );
}
function get_woocommerce_currency() {
	return state()['settings']['currency'] ?? 'INR';
}
