const { E2E_PORT: named } = process.env

/**
 * Where the stories find the server; their own apps take ports shortly after it. Below the ports of `freePort` and those that the
 * system gives to outgoing connections, so that no other test is on one of them.
 */
export const PORT = Number(named ?? 13_117)
export const ORIGIN = `http://localhost:${PORT}`

/** The operator's login of the server that the stories start. */
export const OPERATOR_EMAIL = 'operator@example.com'
export const OPERATOR_PASSWORD = 'operator horse battery'
