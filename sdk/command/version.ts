/** The package's: told without reading its package.json, which is elsewhere once this is built. */
export const VERSION = '0.1.0'
