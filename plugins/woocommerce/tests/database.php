<?php
/**
 * The three statements of SQL that the plugin sends itself, each as atomic as MySQL makes it.
 *
 * @package Galla
 */

class Wpdb_Stub {
	public $options = 'wp_options';

	public function prepare( $sql, ...$values ) {
		$quoted = array_map( fn( $value ) => "'" . addslashes( (string) $value ) . "'", $values );
		return vsprintf( $sql, $quoted );
	}

	public function esc_like( $text ) {
		return addcslashes( $text, '_%\\' );
	}

	/** How many rows it changed, as wpdb reports. */
	public function query( $sql ) {
		$values = self::values_in( $sql );
		return state(
			function ( &$state ) use ( $sql, $values ) {
				$options = $state['options'] ?? array();
				if ( 0 === strpos( $sql, "INSERT IGNORE INTO `{$this->options}`" ) ) {
					list( $name, $value )  = $values;
					$changed               = isset( $options[ $name ] ) ? 0 : 1;
					$state['options']      = $options + array( $name => $value );
					$state['lock_waits']   = ( $state['lock_waits'] ?? 0 ) + ( 1 - $changed );
				} elseif ( 0 === strpos( $sql, "UPDATE `{$this->options}` SET `option_value`" ) ) {
					list( $value, $name, $before ) = $values;
					$changed                       = ( $options[ $name ] ?? null ) === $before && $before !== $value ? 1 : 0;
					if ( 1 === $changed ) {
						$state['options'][ $name ] = $value;
					}
				} elseif ( 0 === strpos( $sql, "DELETE FROM `{$this->options}` WHERE `option_name` LIKE" ) ) {
					$begin            = stripcslashes( rtrim( $values[0], '%' ) );
					$kept             = array_filter( $options, fn( $name ) => 0 !== strpos( $name, $begin ), ARRAY_FILTER_USE_KEY );
					$changed          = count( $options ) - count( $kept );
					$state['options'] = $kept;
				} elseif ( 0 === strpos( $sql, "DELETE FROM `{$this->options}`" ) ) {
					list( $name, $before ) = $values;
					$changed               = ( $options[ $name ] ?? null ) === $before ? 1 : 0;
					if ( 1 === $changed ) {
						unset( $state['options'][ $name ] );
					}
				} else {
					throw new Exception( "The database stub does not support: $sql" );
				}
				return $changed;
			}
		);
	}

	public function get_var( $sql ) {
		if ( 0 !== strpos( $sql, "SELECT `option_value` FROM `{$this->options}` WHERE `option_name` = " ) ) {
			throw new Exception( "The database stub does not support: $sql" );
		}
		return state()['options'][ self::values_in( $sql )[0] ] ?? null;
	}

	private static function values_in( $sql ) {
		preg_match_all( "/'((?:[^'\\\\]|\\\\.)*)'/", $sql, $found );
		return array_map( 'stripslashes', $found[1] );
	}
}

$GLOBALS['wpdb'] = new Wpdb_Stub();
