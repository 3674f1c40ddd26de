import { call, dataOf } from '../call.ts'
import type { Galla } from '../galla-process.ts'
import { runLoad } from '../load-job.ts'
import { registerMerchant } from '../merchants.ts'
import { median } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'

const CLIENTS = 32
const SECONDS = 3
const RAMP_MS = 400
const PAIRS = 5
const RATIO_GOAL = 0.6

/** Compares live orders, each of which uses the quota row of one merchant, with test orders of the same merchant. */
export const measureLiveQuota = async (galla: Galla): Promise<Chapter> => {
  const { origin } = galla
  const { key: testKey, headers } = await registerMerchant(origin, 900)
  await call(origin, '/api/v1/user/connect-merchant', {
    body: {
      merchantProvider: 'other',
      merchantName: 'Busy Tea',
      merchantId: 'BUSY1',
      merchantUpiId: 'busytea@examplebank',
    },
    headers,
  })
  const details = await call(origin, '/api/v1/user/get-api-details', { body: {}, headers })
  const liveKey = dataOf<{ apiKey: string }>(details).apiKey
  const rateOf = async (key: string): Promise<number> => {
    const result = await runLoad({
      kind: 'create',
      origin,
      keys: [key],
      clients: CLIENTS,
      rampMs: RAMP_MS,
      durationMs: SECONDS * 1000,
    })
    if (Object.keys(result.failed).length > 0) throw new Error(`refused: ${JSON.stringify(result.failed)}`)
    return result.answered / SECONDS
  }
  await rateOf(liveKey)
  const pairs: { test: number; live: number }[] = []
  for (let number = 0; number < PAIRS; number += 1)
    pairs.push({ test: await rateOf(testKey), live: await rateOf(liveKey) })
  const ratio = median(pairs.map(({ live, test }) => live / test))
  const rates = (mode: 'live' | 'test') => digits(median(pairs.map((pair) => pair[mode])), 0)
  return {
    title: 'Live orders with quota, against test orders without',
    how: `One busy merchant, ${CLIENTS} clients, ${SECONDS} s each in turns, ${PAIRS} times; the median of the pairs' ratios.`,
    figures: [
      {
        what: 'live creation of one busy merchant',
        measured: `${digits(ratio, 2)} of the rate without quota: ${rates('live')} orders/s, without ${rates('test')}`,
        goal: `≥ ${digits(RATIO_GOAL, 1)}`,
        met: ratio >= RATIO_GOAL,
      },
    ],
  }
}
