/** Where the stories find the server; no other program of ours listens there. */
export const PORT = 43_117
export const ORIGIN = `http://localhost:${PORT}`
