import { setTimeout as pause } from 'node:timers/promises'
import type { CorpusMessage } from '@galla/upi/corpus-harness'
import { createBankMail, creditText, SHOP_ADDRESS } from '../server/testing/bank-mail.ts'
import type { FakeDns } from '../server/testing/fake-dns.ts'
import { type FakeImap, startFakeImap } from '../server/testing/fake-imap.ts'
import { call, dataOf } from './call.ts'
import type { BenchMerchant } from './merchants.ts'
import { type Payer, registerPayer } from './recognized-payments.ts'

const CONNECTED_MS_MAX = 20_000
const CHECK_EVERY_MS = 5

/** A bank that sends an e-mail for each payment, in a known sentence. */
interface WritingBank {
  readonly id: string
  readonly from: string
  readonly text: (amount: string, utr: string) => string
  /** The least amount for which it also sends an SMS. */
  readonly smsAboveRupees: number
}

export const WRITING_BANKS: readonly WritingBank[] = [
  { id: 'hdfc', from: 'alerts@hdfcbank.net', text: creditText, smsAboveRupees: 500 },
  {
    id: 'axis',
    from: 'alerts@axisbank.com',
    text: (amount, utr) =>
      `Dear Customer, We wish to inform you that your A/c no. XX7722 has been credited with INR ${amount} on 21-11-26 at 10:00:00 IST by UPI/P2A/${utr}/ASHA RAO. Always open to help you. Regards, Axis Bank Ltd.`,
    smsAboveRupees: 0,
  },
]

/** A shop of one of these banks, whose mailbox is watched. */
export interface MailboxShop {
  readonly bank: WritingBank
  readonly payer: Payer
  deliver(message: CorpusMessage): Promise<void>
  close(): Promise<void>
}

/** Connects a merchant's mailbox at `imap`, and waits until the program watches it. */
const connectMailbox = async (origin: string, { headers }: BenchMerchant, imap: FakeImap): Promise<void> => {
  const server = { host: '127.0.0.1', port: imap.port, username: SHOP_ADDRESS, password: imap.password }
  const body = { ...server, folder: 'INBOX', bankWritesTo: SHOP_ADDRESS }
  await call(origin, '/api/v1/user/connect-mailbox', { body, headers })
  const untilMs = performance.now() + CONNECTED_MS_MAX
  while (performance.now() < untilMs) {
    const { mailbox } = dataOf<{ mailbox: { state: string } | null }>(
      await call(origin, '/api/v1/user/bank-email', { headers }),
    )
    if (mailbox?.state === 'connected') return
    await pause(CHECK_EVERY_MS)
  }
  throw new Error('the mailbox was not connected')
}

export const openMailboxShop = async (
  origin: string,
  dns: FakeDns,
  bank: WritingBank,
): Promise<MailboxShop> => {
  const imap = await startFakeImap({ now: () => new Date() })
  const payer = await registerPayer(origin, false)
  await connectMailbox(origin, payer.merchant, imap)
  const mail = createBankMail(dns, () => new Date())
  return {
    bank,
    payer,
    async deliver({ channel, text, title, is }) {
      // For a payment of an SMS the bank writes an e-mail with the same numbers.
      const isEmail = channel === 'email'
      const body = isEmail ? text : bank.text(is.amount ?? '', is.utr ?? '')
      imap.deliver(
        await mail.write({
          from: `${bank.id} <${bank.from}>`,
          domain: bank.from.split('@')[1] ?? '',
          text: body,
          ...(isEmail && title !== undefined && { subject: title }),
        }),
      )
    },
    close: imap.close,
  }
}
