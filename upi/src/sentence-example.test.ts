import { expect, test } from 'vitest'
import { TRUSTED_BANKS } from './sentence-example.ts'
import { trustedCredit } from './trusted-alert.ts'

test.each(TRUSTED_BANKS)(
  'the example that the dashboard shows for $name is trusted from each of its senders',
  ({ senders, examples }) => {
    for (const sender of senders)
      for (const text of examples)
        expect(trustedCredit({ text }, sender)?.amount, `${sender}: ${text}`).toBe(49_900n)
  },
)
