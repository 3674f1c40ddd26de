// No zod here, for programs that start often: see bank-statements/statement-limits.ts.

/** Longest texts in characters, see the HTTP contract; the database repeats them as constraints. */
export const MAX_LENGTH = {
  clientTxnId: 64,
  purpose: 255,
  name: 100,
  email: 254,
  url: 2048,
  udf: 255,
  upiId: 320,
  address: 300,
  note: 1000,
  password: 256,
  code: 40,
} as const
