import { Readable } from 'node:stream'
import {
  ACTIVITY,
  type Activity,
  type exportActivity as exportCall,
  type listActivity as listCall,
} from '@galla/contract/auth/activity'
import { BYTE_ORDER_MARK, csvLine, neutralised } from '@galla/contract/csv-line'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { istDayOf, istText, startOfIstDay } from '@galla/contract/ist'
import type { SessionCaller } from '../../merchants/caller.ts'
import { cursorOf, placeOf } from '../../platform/cursor.ts'
import type { Platform } from '../../platform/feature.ts'
import { firstUlidAt } from '../../platform/ids.ts'
import { isoDates } from '../../platform/iso-dates.ts'
import type { Exports } from '../../platform/jobs/exports.ts'
import { type ActivityFilter, listActivityRows } from './security-event-store.ts'

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const FIRST = '0'
/** Sorts after every id. */
const LAST = 'Z'.repeat(26)
const ROWS_A_READ = 1_000

type Filter = QueryOf<typeof exportCall>

/** The days are days in India, both inclusive. Ids sort by time. */
const filterOf = ({ person, what, from, to, mode }: Filter, cursor?: string): ActivityFilter => {
  const [place] = placeOf(cursor, ID)
  const end = to === undefined ? LAST : firstUlidAt(new Date(startOfIstDay(to).getTime() + DAY_MS))
  return {
    person: person ?? null,
    kinds: what === undefined ? null : Object.keys(ACTIVITY).filter((kind) => ACTIVITY[kind] === what),
    mode: mode ?? null,
    from: from === undefined ? FIRST : firstUlidAt(startOfIstDay(from)),
    before: place === undefined || end < place ? end : place,
  }
}

const readPage = async (
  { db }: Pick<Platform, 'db'>,
  merchantId: string,
  filter: ActivityFilter,
  max: number,
): Promise<Activity[]> => (await listActivityRows(db, merchantId, filter, max)).map(isoDates)

export const listActivity = async (
  deps: Pick<Platform, 'db'>,
  { merchantId }: SessionCaller,
  { cursor, limit, ...query }: QueryOf<typeof listCall>,
): Promise<ReplyOf<typeof listCall>> => {
  const rows = await readPage(deps, merchantId, filterOf(query, cursor), limit + 1)
  const data = rows.slice(0, limit)
  return { data, next: rows.length > limit ? cursorOf(data.at(-1)?.id ?? '') : null }
}

const HEADINGS = ['When (IST)', 'Who', 'Email', 'Role', 'What', 'On', 'Device', 'Network', 'Mode']

const lineOf = ({ at, person, role, kind, subject, device, network, mode }: Activity): string =>
  csvLine(
    [
      istText(new Date(at)),
      person?.name ?? '',
      person?.email ?? '',
      role ?? '',
      ACTIVITY[kind] ?? kind,
      subject,
      device,
      network,
      mode ?? '',
    ].map(neutralised),
  )

async function* linesOf(
  deps: Pick<Platform, 'db'>,
  merchantId: string,
  filter: ActivityFilter,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}`
  for (let { before } = filter, isFull = true; isFull; ) {
    const rows = await readPage(deps, merchantId, { ...filter, before }, ROWS_A_READ)
    yield rows.map(lineOf).join('')
    isFull = rows.length === ROWS_A_READ
    before = rows.at(-1)?.id ?? before
  }
}

export interface ActivityDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly exports: Exports
}

/** The activity of a filter as CSV, newest first. */
export const exportActivity = (
  deps: ActivityDeps,
  { merchantId }: SessionCaller,
  query: Filter,
): Promise<{ readonly fileName: string; readonly body: Readable }> =>
  deps.exports.open(merchantId, async () => {
    const lines = await deps.exports.inTurn(merchantId, linesOf(deps, merchantId, filterOf(query)))
    const fileName = `galla-activity-${istDayOf(deps.clock.now())}.csv`
    return { fileName, body: Readable.from(lines, { objectMode: false }) }
  })
