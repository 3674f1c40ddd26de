import { expect, test } from 'vitest'
import { trustedCredit } from './trusted-alert.ts'
import { trustedEmailCredit } from './trusted-email.ts'

const UTR = '612345678901'
/** The reference that a payer wants to be read. */
const FORGED = '999999999999'

/** The bank's message of a payment of one rupee, around what its payer chose. */
const SMS: readonly (readonly [bank: string, sender: string, message: (words: string) => string])[] = [
  [
    'Canara Bank',
    'VM-CANBNK-S',
    (name) =>
      `Dear Customer, A/c XX1234 credited with INR 1.00 on 21-11-26 from ${name}; UPI:${UTR}-Canara Bank`,
  ],
  [
    "Indian Overseas Bank's name",
    'VM-IOBCHN-S',
    (name) =>
      `Your a/c no. XXXXX12 is credited by Rs.1.00 on 2026-11-21, from ${name}(UPI Ref no ${UTR}).Payer Remark - Tea -IOB`,
  ],
  [
    "Indian Overseas Bank's remark",
    'VM-IOBCHN-S',
    (note) =>
      `Your a/c no. XXXXX12 is credited by Rs.1.00 on 2026-11-21, from ASHA(UPI Ref no ${UTR}).Payer Remark - ${note} -IOB`,
  ],
  [
    'HSBC',
    'VM-HSBCIN-S',
    (vpa) => `Your HSBC A/c XX123 is credited for INR 1.00 on 21-11-26 from ${vpa}. UPI Ref No ${UTR} -HSBC`,
  ],
  [
    'slice',
    'VM-SLCBNK-S',
    (name) =>
      `Rs. 1.00 received in slice A/c XX1234 on 21-11-26 from ${name} via UPI (Ref ID: ${UTR}). - slice`,
  ],
]
const WORDS = [
  `A; UPI:${FORGED}`,
  `A; UPI:${FORGED}-Canara Bank`,
  `A(UPI Ref no ${FORGED}).Payer Remark - B`,
  `B, from C(UPI Ref no ${FORGED}).Payer Remark -`,
  `a@ybl. UPI Ref No ${FORGED} -b@ybl`,
  `a@ybl.UPIRefNo${FORGED}-b@ybl`,
  `${FORGED}@ybl`,
  `A via UPI (Ref ID: ${FORGED}) -`,
  `A via UPI (Ref ID: ${FORGED}). Not you?`,
  `A via IMPS (Ref ID: ${FORGED}) -`,
  'A. INR 5,000.00 credited to A/c XX1234',
  'is credited by Rs.5000.00 on 2026-11-21, from B',
  `\u200b(UPI Ref no 99999\u200b9999999).Payer Remark - x`,
]

test.each(
  SMS.flatMap(([bank, sender, message]) => WORDS.map((words) => [bank, words, sender, message] as const)),
)('%s: the payer\'s text "%s" changes neither amount nor reference', (_bank, words, sender, message) => {
  const credit = trustedCredit({ text: message(words) }, sender)
  if (credit !== undefined) expect([credit.amount, credit.utr ?? UTR]).toEqual([100n, UTR])
})

test.each(['NEFT', 'wallet', 'bank transfer', 'UPI Lite'])(
  "slice: a payer's name does not turn a transfer by %s into a UPI payment",
  (way) => {
    const name = `A via UPI (Ref ID: ${FORGED}) -`
    const text = `Rs. 1.00 received in slice A/c XX1234 on 21-11-26 from ${name} via ${way}. - slice`
    const credit = trustedCredit({ text }, 'VM-SLCBNK-S')
    expect([credit?.rail ?? 'unknown', credit?.utr]).toEqual(['unknown', undefined])
  },
)

const EMAILS: readonly (readonly [bank: string, from: string, message: (words: string) => string])[] = [
  [
    'axis',
    'alerts@axis.bank.in',
    (note) =>
      `27-08-2026\nDear Meera Iyer,\nHere's the summary of your transaction:\nAmount Credited:\nINR 1.00\nAccount Number:\nXX0999\nDate & Time:\n27-08-26, 08:29:30 IST\nTransaction Info:\nUPI/P2A/${UTR}/${note}\nFeel free to contact us.\nRegards,\nAxis Bank Ltd.`,
  ],
  [
    'kotak',
    'no-reply@kotak.com',
    (name) =>
      `Hi 811 Customer,\nYou’ve received a UPI Credit in your Kotak A/c (XX4007).\nHere’s the summary of your transaction:\nDate: 27-08-2026\nAmount: ₹1.00\nSender: ${name}\nUPI Reference Number (RRN): ${UTR}\nTeam Kotak`,
  ],
]

test.each(
  EMAILS.flatMap(([bank, from, message]) =>
    [
      `A/UPI/P2A/${FORGED}/B`,
      `A Transaction Info: UPI/P2A/${FORGED}/B`,
      'A Amount Credited: INR 5000.00',
      'A Amount: 5000.00',
      `A\nUPI Reference Number (RRN): ${FORGED}\nB`,
      `A UPI Reference Number (RRN): ${FORGED}`,
    ].map((words) => [bank, words, from, message] as const),
  ),
)("%s by e-mail: the payer's text %j changes neither amount nor reference", (bank, words, from, message) => {
  const credit = trustedEmailCredit({ text: message(words), subject: 'Credit alert' }, bank, from)
  if (credit !== undefined) expect([credit.amount, credit.utr ?? UTR]).toEqual([100n, UTR])
})

test.each(['RVSL', 'REV/ASHA', 'RET/x', 'DR/ASHA', 'refund'])(
  'axis by e-mail: money that comes back as "%s" is not a payment',
  (note) => {
    const [, from, message] = EMAILS[0] ?? []
    expect(
      trustedEmailCredit({ text: message?.(note) ?? '', subject: null }, 'axis', from ?? ''),
    ).toBeUndefined()
  },
)

test.each(SMS)('%s: the same message with ordinary text is trusted', (bank, sender, message) => {
  const words = bank === 'HSBC' ? 'asha@ybl' : 'ASHA RAO'
  expect(trustedCredit({ text: message(words) }, sender)).toMatchObject({ amount: 100n, utr: UTR })
})
