const { E2E_PORT: named } = process.env

/** Where the stories find the server; no other program of ours listens there. */
export const PORT = Number(named ?? 43_117)
export const ORIGIN = `http://localhost:${PORT}`

/** The operator's login of the server that the stories start. */
export const OPERATOR_EMAIL = 'operator@example.com'
export const OPERATOR_PASSWORD = 'operator horse battery'
