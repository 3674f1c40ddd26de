import { z } from 'zod'

/** Rows of one page; the next page starts after its last row, with `after`. */
export const OPERATOR_ROWS_MAX = 50

export const merchantId = z.string().regex(/^mer_[0-9a-hjkmnp-tv-z]{26}$/)
export const rupees = z.number()
/** Names the last row of the page before. */
export const after = z
  .string()
  .regex(/^[0-9A-Za-z_]{1,64}$/)
  .optional()
export const next = z.string().nullable()
