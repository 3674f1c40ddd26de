import { findByMark } from '../orders/find-by-mark.ts'
import type { Database } from '../platform/database/database.ts'
import { idOfCode } from './reusable-link.ts'
import { findLinkOwner } from './reusable-link-store.ts'

/** Finds the merchant of a link's code. */
export const findOwnerByCode = (db: Database, code: string): Promise<string | undefined> =>
  findByMark(db, idOfCode(code), (merchantIds) => findLinkOwner(db, code, merchantIds))
