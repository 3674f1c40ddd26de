import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../../testing/ledger.ts'
import type { SessionCaller } from '../../merchants/caller.ts'
import { secretsFrom } from '../../platform/crypto/crypto.ts'
import { type AlertTokenDeps, rotateAlertToken } from '../alert-token.ts'
import { rotateAlertSecret } from './change-alert-secret.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

test('the set-up of a secret contains the address that it was saved for, even if a newer one replaced it', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const deps: AlertTokenDeps = {
    ...ledger,
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
    alertUrl: (token) => `https://galla.example/${token}`,
  }
  const caller: SessionCaller = {
    personId: merchantId,
    merchantId,
    role: 'owner',
    mode: 'test',
    tokenHash: new Uint8Array(32),
    confirmedAt: ledger.clock.now(),
    client: { address: '192.0.2.1', userAgent: '' },
  }
  let replaced = ''
  const { rulesUrl, pingUrl } = await rotateAlertSecret(
    {
      ...deps,
      db: {
        ...ledger.db,
        transaction: async (work) => {
          replaced = await rotateAlertToken(deps, caller)
          return ledger.db.transaction(work)
        },
      },
    },
    caller,
  )
  expect(rulesUrl.split('/rules')[0]).toBe(replaced)
  expect(pingUrl.split('?')[0]).toBe(replaced)
})
