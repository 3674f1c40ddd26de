import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENCE_MS } from '../../testing/database.ts'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { listLockWaits } from '../../testing/lock-waits.ts'
import { sql } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { recordCredit, recordCredits } from './record-credit.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const addSecondAccount = async (merchantId: string): Promise<void> => {
  await ledger.db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, false, ${ledger.clock.now()})`)
}

const untilWaiting = (sessions: number) =>
  expect.poll(() => listLockWaits(ledger.db), { timeout: PATIENCE_MS }).toHaveLength(sessions)

/** Records in one transaction, and counts how often the database made it start again. */
const recordTogether = (reports: readonly ReportedCredit[]) => {
  let attempts = 0
  return ledger.db.transaction(async (tx) => {
    attempts += 1
    await recordCredits(tx, ledger, reports)
    return attempts
  })
}

test('concurrent batches that lock the same orders wait for each other and do not deadlock', async () => {
  const merchant = await addMerchant(ledger.db, 'live')
  await addSecondAccount(merchant.merchantId)
  const small = paise(100n)
  const [first] = [
    await ledger.create(merchant, orderForm()),
    await ledger.create(merchant, orderForm({ amount: small })),
  ]
  const [byAlert, byStatement] = [{ source: 'alert' }, { source: 'statement' }] as const
  const known = creditFor(ledger, first, { ...byAlert, amount: small, reference: null })
  const { creditId } = await recordCredit(ledger, { ...known, settlesByItself: false })
  const paid = creditFor(ledger, first, { source: 'provider' })

  let unlock = (): void => undefined
  const locked = ledger.db.transaction(async (tx) => {
    await tx.run(
      sql`select from credits where merchant_id = ${merchant.merchantId} and credit_id = ${creditId} for update`,
    )
    await new Promise<void>((resolve) => {
      unlock = resolve
    })
  })
  // It has settled the first order when it comes to the locked credit, of which it needs the other order.
  const settling = recordTogether([paid, { ...paid, sourceKey: 'again' }, { ...known, ...byStatement }])
  await untilWaiting(1)
  const other = recordTogether([creditFor(ledger, first, { ...byAlert, utr: newUtr(), reference: null })])
  await untilWaiting(2)
  unlock()
  await locked
  expect(await Promise.all([settling, other])).toEqual([1, 1])
})
