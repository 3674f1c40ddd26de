<?php
/**
 * One at a time.
 *
 * @package Galla
 */

defined( 'ABSPATH' ) || exit;

/**
 * A lock in the table of options, as WordPress has them for its own updates: the row's unique name makes it atomic, whatever caches
 * and however many servers a shop has. add_option would not do: it looks first and writes later.
 */
final class Galla_Lock {

	/** After this time the lock has expired. PHP itself is ended sooner on nearly all hosts. */
	const EXPIRES_SECONDS = 120;
	const PAUSE_MICROSECONDS = 100000;
	const PREFIX             = 'galla_upi_lock_';

	/**
	 * Does the work while nobody else does work under this name.
	 *
	 * @param string   $name         Names what must not be changed by two.
	 * @param int      $wait_seconds How long to wait for another holder.
	 * @param callable $work         What to do.
	 * @return bool False when another request had the lock all the time: nothing was done.
	 */
	public static function alone( $name, $wait_seconds, $work ) {
		$ends_at = microtime( true ) + $wait_seconds;
		$mine    = self::take( self::PREFIX . $name );
		while ( null === $mine && microtime( true ) < $ends_at ) {
			usleep( self::PAUSE_MICROSECONDS );
			$mine = self::take( self::PREFIX . $name );
		}
		if ( null === $mine ) {
			return false;
		}
		try {
			$work();
		} finally {
			self::release( self::PREFIX . $name, $mine );
		}
		return true;
	}

	/**
	 * Takes the lock, or takes it over when it has expired.
	 *
	 * @param string $option The row's name.
	 * @return string|null What the row says while it is ours.
	 */
	private static function take( $option ) {
		global $wpdb;
		$mine = ( time() + self::EXPIRES_SECONDS ) . ':' . bin2hex( random_bytes( 8 ) );
		// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- A cache between would break it.
		if ( $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO `$wpdb->options` ( `option_name`, `option_value`, `autoload` ) VALUES ( %s, %s, 'no' )", $option, $mine ) ) ) {
			return $mine;
		}
		$held = $wpdb->get_var( $wpdb->prepare( "SELECT `option_value` FROM `$wpdb->options` WHERE `option_name` = %s", $option ) );
		if ( null === $held || (int) $held > time() ) {
			return null;
		}
		// A second request finds another value, and changes nothing.
		$taken = $wpdb->query( $wpdb->prepare( "UPDATE `$wpdb->options` SET `option_value` = %s WHERE `option_name` = %s AND `option_value` = %s", $mine, $option, $held ) );
		// phpcs:enable
		return $taken ? $mine : null;
	}

	/**
	 * Lets go, unless it was taken over meanwhile.
	 *
	 * @param string $option The row's name.
	 * @param string $mine   What the row says while it is ours.
	 */
	private static function release( $option, $mine ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared
		$wpdb->query( $wpdb->prepare( "DELETE FROM `$wpdb->options` WHERE `option_name` = %s AND `option_value` = %s", $option, $mine ) );
	}
}
