import { sqlState } from '../platform/database/database-errors.ts'

/** A data error or a broken constraint: the database will not take this, however often it is tried. */
export const isPermanentFailure = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '')
