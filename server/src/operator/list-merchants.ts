import type { QueryOf } from '@galla/contract/endpoint'
import { OPERATOR_ROWS_MAX } from '@galla/contract/operator/operator-fields'
import type { listMerchants as endpoint, MerchantSummary } from '@galla/contract/operator/operator-merchants'
import { pageOf } from '../platform/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import {
  type ListedMerchantRow,
  listMerchantIds,
  listMerchantRows,
  listSuspendedIds,
  type MerchantPage,
  searchMerchantIds,
  searchShortPart,
} from './merchant-list-store.ts'

/** Shorter parts are not in the search index. */
const MARK_CHARACTERS = 3
/** How many suspended merchants a search reads at most. */
const SUSPENDED_MAX = 1_000

const summaryFrom = ({ planExpiresAt, ...row }: ListedMerchantRow, now: Date): MerchantSummary => ({
  ...isoDates(row),
  planActive: row.plan !== null && (planExpiresAt?.getTime() ?? 0) > now.getTime(),
})

const wordsOf = (row: ListedMerchantRow): string =>
  [row.name, row.email, row.websiteName, row.id, row.mobileNumber].join(' ').toLowerCase()

/** Lists one page of merchants, newest first. */
export const listMerchants = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  {
    search = '',
    state,
    after = null,
  }: Omit<QueryOf<typeof endpoint>, 'after'> & {
    after?: string | null | undefined
  },
): Promise<{ data: MerchantSummary[]; next: string | null }> => {
  const part = search.toLowerCase()
  const page: MerchantPage = { after, limit: OPERATOR_ROWS_MAX + 1 }
  const rows = await rowsOf(db, part, state, page)
  const { shown, next } = pageOf(rows, OPERATOR_ROWS_MAX, ({ id }) => id)
  const now = clock.now()
  return { data: shown.map((row) => summaryFrom(row, now)), next }
}

const rowsOf = async (
  db: Database,
  part: string,
  state: QueryOf<typeof endpoint>['state'],
  page: MerchantPage,
): Promise<ListedMerchantRow[]> => {
  if (state !== 'suspended') return listMerchantRows(db, await idsOf(db, part, page))
  if (part === '') return listMerchantRows(db, await listSuspendedIds(db, page))
  const suspended = await listSuspendedIds(db, { ...page, limit: SUSPENDED_MAX })
  const rows = await listMerchantRows(db, suspended)
  return rows.filter((row) => wordsOf(row).includes(part)).slice(0, page.limit)
}

const idsOf = (db: Database, part: string, page: MerchantPage): Promise<readonly string[]> => {
  if (part === '') return listMerchantIds(db, page)
  return part.length < MARK_CHARACTERS ? searchShortPart(db, part, page) : searchMerchantIds(db, part, page)
}
