<?php
/**
 * Parts of WooCommerce that have their own namespaces.
 *
 * @package Galla
 */

namespace Automattic\WooCommerce\Utilities {
	final class FeaturesUtil {
		public static function declare_compatibility( $feature, $file, $compatible ) {
			\state( fn( &$state ) => $state['declared'][ $feature ] = array( basename( $file ), $compatible ) );
		}
	}
}

namespace Automattic\WooCommerce\Caches {
	final class OrderCache {
		public function remove( $id ) {
			\Read_Orders::drop( $id, 'hpos' );
		}
	}
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
	abstract class AbstractPaymentMethodType {
		protected $name = '';
		protected $settings = array();
		public function get_name() {
			return $this->name;
		}
		protected function get_setting( $name, $default = '' ) {
			return $this->settings[ $name ] ?? $default;
		}
	}
}
