/** Returns the `code` of a system, driver or library error, such as ENOENT; empty when there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
