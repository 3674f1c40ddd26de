/** The embedded database can't start for a reason its owner can mend: the message says which, no stack is needed. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
