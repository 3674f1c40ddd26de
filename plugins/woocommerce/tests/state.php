<?php
/**
 * What outlives a request, in one file. Several of PHP's workers read and change it, so each change is alone.
 *
 * @package Galla
 */

define( 'STATE_FILE', getenv( 'STATE_FILE' ) );

/** The state as it is; with a change, what the change returns. */
function state( $change = null ) {
	if ( null === $change ) {
		return json_decode( file_get_contents( STATE_FILE ), true );
	}
	// A folder can be made once, by any process: the test changes the state too, and cannot lock a file.
	while ( ! @mkdir( STATE_FILE . '.lock' ) ) {
		usleep( 500 );
	}
	try {
		$state = state();
		$given = $change( $state );
		file_put_contents( STATE_FILE . '.next', json_encode( $state ) );
		rename( STATE_FILE . '.next', STATE_FILE );
		return $given;
	} finally {
		rmdir( STATE_FILE . '.lock' );
	}
}
