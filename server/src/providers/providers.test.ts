import { MAKES_QR, NOTIFIES, VERIFICATION_SOURCES } from '@galla/contract/payment-accounts/verification'
import { expect, test } from 'vitest'
import { askingNobody } from '../../testing/qr-making.ts'
import type { Verification } from '../payment-accounts/account-source.ts'
import { LISTS } from './providers.ts'

test.each(VERIFICATION_SOURCES)('the properties of %s match its connector', (source) => {
  // Creating a connector does not read its credentials.
  const provider = askingNobody.providers({ source, credentials: {} } as Verification)
  const can = (verb: unknown): boolean => verb !== undefined
  expect({
    makes: can(provider.create),
    closes: can(provider.close),
    limits: can(provider.limits),
    notifies: can(provider.notification),
    lists: can(provider.list),
  }).toEqual({
    makes: MAKES_QR[source],
    closes: MAKES_QR[source],
    limits: MAKES_QR[source],
    notifies: NOTIFIES[source],
    lists: LISTS[source],
  })
})
