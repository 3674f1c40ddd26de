import { expect, test } from '@playwright/test'
import {
  type Banks,
  CONNECT,
  hdfcSms,
  openBankedShop,
  PATIENTLY,
  region,
  shareOf,
  startBanks,
} from '../support/banked-shop.ts'
import { bankDay } from '../support/cases.ts'
import { type CreatedOrder, stayFromShop } from '../support/merchant.ts'
import { PORT } from '../support/place.ts'

const OWN_PORT = PORT + 15

test.use({ baseURL: `http://localhost:${OWN_PORT}`, viewport: { width: 1280, height: 900 } })

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' })

let banks: Banks
test.beforeAll(async () => {
  banks = await startBanks(OWN_PORT)
})
test.afterAll(() => banks.close())

/** The SMS of four banks, as their phones get them. */
const SMS: readonly {
  from: string
  rupees: string
  text: (utr: string, day: string, time: string) => string
}[] = [
  {
    from: 'VM-SBIUPI-S',
    rupees: '101.00',
    text: (utr, day) =>
      `Dear UPI user, A/C X7722 credited by 101.00 on date ${day} trf from ASHA RAO Refno ${utr} -SBI`,
  },
  {
    from: 'AD-ICICIT-S',
    rupees: '102.00',
    text: (utr, day) =>
      `Dear Customer, ICICI Bank Account XX722 is credited with Rs 102.00 on ${day} from ASHA RAO. UPI:${utr}-ICICI Bank.`,
  },
  {
    from: 'JM-AXISBK-S',
    rupees: '103.00',
    text: (utr, day, time) =>
      `INR 103.00 credited to A/c no. XX7722 on ${day} at ${time} IST. Info- UPI/P2A/${utr}/ASHA RAO/HDFC BANK`,
  },
  {
    from: 'VK-KOTAKB-S',
    rupees: '104.00',
    text: (utr, day) =>
      `Received Rs.104.00 in your Kotak Bank AC X7722 from asha@okaxis on ${day}.UPI Ref:${utr}.`,
  },
]
test('a new merchant receives every payment of five banks by phone and mailbox, and closes the day', async ({
  page,
  context,
}) => {
  const { sell, sendSms, sendHeartbeat } = await openBankedShop(page, banks)
  const { app, sendMail, nextUtr } = banks
  const isPaid = async ({ order_id: orderId }: CreatedOrder): Promise<boolean> => {
    const reply = await page.request.get(`/api/v1/user/transactions/${orderId}`)
    return (await reply.json()).data.status === 'success'
  }

  // A customer's open page turns by itself.
  const watched = await sell('101.00')
  const customer = await context.newPage()
  await stayFromShop(context)
  await customer.goto(watched.payment_url)
  await sendHeartbeat()
  const orders = [watched]
  for (const { rupees } of SMS.slice(1)) orders.push(await sell(rupees))
  for (const { from, text } of SMS)
    await sendSms(from, text(nextUtr(), bankDay(app.now()), clock.format(app.now())))
  await expect(customer.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible(PATIENTLY)
  await customer.close()

  // HDFC sends no SMS for small payments, but an e-mail.
  orders.push(await sell('105.00'))
  await sendMail('105.00', nextUtr())
  // Two sources report one payment.
  orders.push(await sell('606.00'))
  const utr = nextUtr()
  await sendMail('606.00', utr)
  await sendSms('VM-HDFCBK-S', hdfcSms('606.00', utr, bankDay(app.now())))
  // Nobody signed this one.
  const unpaid = await sell('707.00')
  await sendMail('707.00', nextUtr(), null)
  await expect.poll(async () => Promise.all(orders.map(isPaid)), PATIENTLY).toEqual(orders.map(() => true))
  expect(await isPaid(unpaid)).toBe(false)

  const day = app.now().toISOString().slice(0, 10)
  await page.goto(`/dashboard/reconciliation/closing?date=${day}`)
  await expect(region(page, 'Expected')).toContainText('₹1,121.00')
  await expect(region(page, 'Received')).toContainText('₹1,121.00')
  await expect(region(page, 'Difference')).toContainText('₹0.00')
  await expect(region(page, 'By source')).toContainText('6')

  // Payments of the last minutes may still be on their way.
  app.minutesPass(6)
  await page.goto(CONNECT)
  await expect(shareOf(page, 'Phone')).toContainText('5 of 6 payments')
  await expect(shareOf(page, 'Phone')).toContainText(/\d+ s usually, \d+ s at worst \(95 of 100\)/)
  await expect(shareOf(page, 'Mailbox')).toContainText('2 of 6 payments')
})
