import { afterAll, beforeAll, describe } from 'vitest'
import { openShop, type Shop } from '../../server/testing/shop.ts'
import { createSamples, type Samples } from './guide-programs.ts'
import { testReceiver } from './guide-receivers.ts'

/** The guide's receivers in languages that few machines can compile; `npm run proof` lists those that it skipped. */
let samples: Samples
let shop: Shop
let origin = ''

beforeAll(async () => {
  samples = createSamples()
  // Receivers compare the time of the signature with their clock.
  shop = await openShop({}, new Date())
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await shop.close()
  samples.remove()
})

describe.each(['java', 'go'] as const)('the webhook receiver in %s', (language) => {
  testReceiver(language, {
    shop: () => shop,
    origin: () => origin,
    samples: () => samples,
  })
})
