<?php
/**
 * Rupees and paise.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * Amounts are whole paise between their texts: two fractions that look alike need not be equal.
 */
final class Galla_Money {

	/**
	 * Whole paise of an amount of rupees; null for what is none. What is finer than a paisa is rounded, half of one upwards.
	 *
	 * @param mixed $rupees A decimal, as WooCommerce or Galla write it.
	 * @return int|null
	 */
	public static function paise_of( $rupees ) {
		if ( ! preg_match( '/^([0-9]{1,12})(?:\.([0-9]{1,20}))?$/', (string) $rupees, $parts ) ) {
			return null;
		}
		$fraction = str_pad( isset( $parts[2] ) ? $parts[2] : '', 3, '0' );
		return (int) $parts[1] * 100 + (int) substr( $fraction, 0, 2 ) + ( '5' <= $fraction[2] ? 1 : 0 );
	}

	/**
	 * Rupees with two decimals, as Galla takes and gives them.
	 *
	 * @param int $paise Whole paise.
	 * @return string
	 */
	public static function rupees_of( $paise ) {
		return intdiv( $paise, 100 ) . '.' . str_pad( (string) ( $paise % 100 ), 2, '0', STR_PAD_LEFT );
	}
}
