<?php
/**
 * Takes away what the plugin kept for itself: its settings, with the key and the secret, and locks. What it wrote to orders is a
 * record of payments and stays with them.
 *
 * @package Galla
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_galla_upi_settings' );
wp_unschedule_hook( 'galla_upi_look' );

global $wpdb;
// phpcs:ignore WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL.InterpolatedNotPrepared
$wpdb->query( $wpdb->prepare( "DELETE FROM `$wpdb->options` WHERE `option_name` LIKE %s", $wpdb->esc_like( 'galla_upi_lock_' ) . '%' ) );
