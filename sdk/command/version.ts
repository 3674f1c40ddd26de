/** The package's version, written out because package.json is elsewhere after the build. */
export const VERSION = '0.1.0'
