import { DAY_MS } from '@galla/contract/durations'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { readOutbox } from '../platform/mail/outbox.ts'

/** So few that they are used up by hand. */
const REQUESTS = { basic: 3, startup: 5 } as const
type Plan = keyof typeof REQUESTS

/** A shop whose plans are small, opened at an instant. */
const openSmallShop = async (startsAt: Date): Promise<Shop> => {
  const shop = await openShop({ TRIAL_QR_REQUESTS: '1' }, startsAt)
  const operator = await shop.operator()
  const { offers } = (await operator.get('/operator/plans')).json().data
  for (const offer of offers) {
    const { planName, billingCycle, price, validFrom } = offer
    if (billingCycle !== '28days' || !(planName in REQUESTS)) continue
    const qrRequests = REQUESTS[planName as Plan]
    const changed = { planName, billingCycle, price, qrRequests, replaces: validFrom }
    expect((await operator.put('/operator/plans', changed)).statusCode).toBe(200)
  }
  return shop
}

let orders = 0

/** One merchant, who logs in again whenever days have passed. */
const openLife = async (startsAt: Date) => {
  const shop = await openSmallShop(startsAt)
  let merchant: ShopMerchant = await shop.merchant('Sharma Tea')
  const subscription = async () => (await merchant.get('/user/subscription')).json()
  const sell = () => {
    orders += 1
    return merchant.post('/user/generate-payment-link', {
      client_txn_id: `ODD-${orders}`,
      amount: '499.00',
      p_info: 'Masala tea',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9123456780',
      redirect_url: 'https://tea.example/done',
    })
  }
  return {
    shop,
    now: (): number => shop.clock.now().getTime(),
    subscription,
    get: (path: string) => merchant.get(path),
    connect: () =>
      merchant.post('/user/connect-merchant', {
        merchantProvider: 'bharatpe',
        merchantName: 'Sharma Tea',
        merchantId: 'M22KQ9',
        merchantUpiId: 'sharmatea@examplebank',
      }),
    async sold(count = 1): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        const reply = await sell()
        expect(reply.statusCode, reply.body).toBe(200)
      }
    },
    async refused(code: string): Promise<void> {
      const reply = await sell()
      expect([reply.statusCode, reply.json().code]).toEqual([402, code])
    },
    async order(planName: Plan): Promise<string> {
      const planData = { planName, billingCycle: '28days' }
      const reply = await merchant.post('/user/new-subscription', { planData })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data.order_id
    },
    async pay(orderId: string): Promise<void> {
      const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
      const payload = { upi: opened.json().data.upiIntentUrl.bhim }
      const paid = await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
      expect(paid.statusCode, paid.body).toBe(200)
    },
    runs: (plan: Plan, until: number, qrRemaining: number) =>
      expect
        .poll(async () => (await subscription()).data)
        .toMatchObject({ plan, planExpiry: new Date(until).toISOString(), qrRemaining, isActive: true }),
    /** No process runs meanwhile; what fell due is done at the start. */
    async pass(ms: number): Promise<void> {
      await shop.restart(() => shop.clock.advance({ ms }))
      merchant = await shop.logInAgain(merchant)
    },
    /** The letter of that subject, once it is written. */
    async letter(subject: string): Promise<string> {
      const found = async () =>
        (await readOutbox(shop.dataDir)).filter(
          (each) => each.to === merchant.email && each.subject === subject,
        )
      await expect.poll(async () => (await found()).length).toBe(1)
      return (await found())[0]?.text ?? ''
    },
  }
}

interface OddDate {
  readonly when: string
  /** When the first plan is ordered; it is paid a minute later. */
  readonly ordered: string
  /** Number and date of the three invoices: bought, renewed 21 days later, changed for a larger plan. */
  readonly invoices: readonly (readonly [number: string, date: string])[]
  /** As the letter tells it, a week before. */
  readonly runsUntil: string
  /** Orders of the trial and of the plan's first minute, by the day that they were made on in India. */
  readonly days: Readonly<Record<string, number>>
}

const ODD_DATES: readonly OddDate[] = [
  {
    when: 'ordered and paid in the last minutes of a financial year',
    ordered: '2027-03-31T18:28:00Z',
    invoices: [
      ['GL/26-27/000001', '31 Mar 2027'],
      ['GL/27-28/000001', '21 Apr 2027'],
      ['GL/27-28/000002', '21 Apr 2027'],
    ],
    runsUntil: '28 April 2027, 11:59 pm IST',
    days: { '2027-03-31': 2, '2027-04-01': 0 },
  },
  {
    when: 'ordered in one financial year and paid in the next, across midnight in India',
    ordered: '2027-03-31T18:29:30Z',
    invoices: [
      ['GL/27-28/000001', '1 Apr 2027'],
      ['GL/27-28/000002', '22 Apr 2027'],
      ['GL/27-28/000003', '22 Apr 2027'],
    ],
    runsUntil: '29 April 2027, 12:00 am IST',
    days: { '2027-03-31': 1, '2027-04-01': 1 },
  },
  {
    when: 'ordered in the last millisecond before a 29 February in India, and paid on it',
    ordered: '2028-02-28T18:29:59.999Z',
    invoices: [
      ['GL/27-28/000001', '29 Feb 2028'],
      ['GL/27-28/000002', '21 Mar 2028'],
      ['GL/27-28/000003', '21 Mar 2028'],
    ],
    runsUntil: '28 March 2028, 12:00 am IST',
    days: { '2028-02-28': 1, '2028-02-29': 1 },
  },
]

test.each(ODD_DATES)('a subscription works over several plans, the first one $when', async (odd) => {
  const life = await openLife(new Date(odd.ordered))
  try {
    // The trial, and then nothing without a plan.
    expect((await life.connect()).statusCode).toBe(200)
    await life.sold()
    await life.refused('no_subscription')

    // Purchase, and all of it used.
    const first = await life.order('basic')
    life.shop.clock.advance({ minutes: 1 })
    await life.pay(first)
    const began = life.now()
    await life.runs('basic', began + 28 * DAY_MS, REQUESTS.basic)
    await life.sold()
    const days = Object.keys(odd.days)
    const { data } = (await life.get(`/user/stats/daily?from=${days[0]}&to=${days.at(-1)}`)).json()
    expect(data.map(({ day, count }: { day: string; count: number }) => [day, count])).toEqual(
      Object.entries(odd.days),
    )
    await life.sold(REQUESTS.basic - 1)
    await life.refused('quota_exhausted')

    // Renewed when a week is left, to the millisecond; then changed for a larger one, which takes over what is left.
    await life.pass(21 * DAY_MS)
    expect(await life.letter('Your Basic plan ends in 7 days')).toContain(`It ends on ${odd.runsUntil}`)
    const second = await life.order('basic')
    await life.pay(second)
    await life.runs('basic', began + 56 * DAY_MS, REQUESTS.basic)
    expect((await life.subscription()).data.daysLeft).toBe(35)
    await life.sold()
    life.shop.clock.advance({ seconds: 1 })
    const third = await life.order('startup')
    await life.pay(third)
    const changed = life.now()
    await life.runs('startup', changed + 28 * DAY_MS, REQUESTS.startup + REQUESTS.basic - 1)

    // It serves up to its last millisecond, and no longer.
    await life.pass(28 * DAY_MS - 1)
    await life.sold()
    life.shop.clock.advance({ ms: 1 })
    expect((await life.subscription()).data).toMatchObject({ isActive: false, daysLeft: 0 })
    await life.refused('no_subscription')

    const printed = []
    for (const orderId of [first, second, third]) {
      const reply = await life.get(`/user/subscription-history/${orderId}/invoice.pdf`)
      const lines = textOfPdf(reply.rawPayload).split('\n')
      printed.push([lines[lines.indexOf('Invoice number') + 1], lines[lines.indexOf('Invoice date') + 1]])
    }
    expect(printed).toEqual(odd.invoices)
  } finally {
    await life.shop.close()
  }
})
