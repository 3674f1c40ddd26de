import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertText } from './alert-text.ts'
import { BANKS, bankOfSender } from './bank-header.ts'
import { APP_SENTENCES, BANK_SENTENCES } from './bank-sentence.ts'
import { AMOUNT_PAISE, hostileText, messagesOf, UTR } from './sentence-harness.ts'
import { trustedCredit } from './trusted-alert.ts'

/** As banks send them, with invented people and numbers: bank, header, text, paise, reference, payer. */
const ALERTS: readonly (readonly [string, string, number, string | undefined, string?])[] = [
  [
    'VM-HDFCBK-S',
    'Credit Alert!\nRs.900.00 credited to HDFC Bank A/c XX4321 on 15-12-25 from VPA payer.one1@okhdfcbank (UPI 555666777888)',
    90_000,
    '555666777888',
    'payer.one1@okhdfcbank',
  ],
  [
    'AD-HDFCBK',
    'HDFC Bank: Rs. 1.00 credited to a/c XXXXXX2002 on 23-01-24 by a/c linked to VPA 9000000000@fam (UPI Ref No 408888887329).',
    100,
    '408888887329',
  ],
  [
    'VM-SBIUPI',
    'Dear SBI User, your A/c X1234 credited by Rs.5,00,000.00 on 05Oct26 transfer from ACME TECH Ref No 628374650192',
    50_000_000,
    '628374650192',
    'ACME TECH',
  ],
  [
    'AD-SBIUPI-S',
    'Dear SBI UPI User, ur A/cX9876 credited by Rs320 on 02Mar23 by  (Ref no 121212343456)',
    32_000,
    '121212343456',
  ],
  [
    'JD-SBIUPI-S',
    'Dear UPI user, A/C X1234 credited by 320.00 on date 01Oct26 trf from Sample Payer Refno 630012345671 -SBI',
    32_000,
    '630012345671',
    'Sample Payer',
  ],
  [
    'VM-ICICIB',
    'Dear Customer, Acct XX123 is credited with Rs 5,000.00 on 05-Oct-26 from SAMPLE SENDER. UPI:123456789012-ICICI Bank.',
    500_000,
    '123456789012',
    'SAMPLE SENDER',
  ],
  [
    'VM-ICICIT-S',
    'ICICI Bank Account XX022 is credited with Rs 1,925.00 on 29-Jul-23 by Account linked to mobile number XXXXX56689. IMPS Ref. no. 321011467780.',
    192_500,
    '321011467780',
  ],
  [
    'AX-AXISBK',
    'INR 5590.00 credited to A/c no. XX8926 on 09-11-23 at 11:59:28 IST. Info- UPI/P2A/334365332111/SAMPLE PAYER/Axis Bank - Axis Bank',
    559_000,
    '334365332111',
    'SAMPLE PAYER',
  ],
  [
    'AX-AXISBK-S',
    'INR 20,000.00 credited\nA/c no. XX1234\n01-10-26, 10:11:12 IST\nUPI/P2A/630012345673/SAMPLE PAYER/HDFC BANK - Axis Bank',
    2_000_000,
    '630012345673',
  ],
  [
    'JD-KOTAKB-S',
    'Received Rs.250.00 in your Kotak Bank AC X3333 from sample.payer@oksbi on 14-10-25.UPI Ref 222233334444. Not you, https://kotak.com/KBANKT/Fraud',
    25_000,
    '222233334444',
    'sample.payer@oksbi',
  ],
  [
    'VM-PNBSMS-S',
    'Ac XX7582 Credited with Rs.4750.00 11-07-2025 08:53:21 thru UPI . Aval Bal Rs.82431.67 CR. (UPI Ref ID:714628305917) Helpline 18001800/18002021-PNB',
    475_000,
    '714628305917',
  ],
  [
    'JM-UNIONB-S',
    'A/c *9172 Credited for Rs:501.00 on 23-01-2024 20:05:45 by Mob Bk ref no 402347890661 Avl Bal Rs:556.00.Never Share OTP/PIN/CVV-Union Bank of India',
    50_100,
    '402347890661',
  ],
  [
    'BV-INDBNK-S',
    'Rs.2.00 credited to a/c *8175 on 07/10/2025 by a/c linked to VPA sample.paytm3@axisbank (UPI Ref no 981408452805).Indian Bank',
    200,
    '981408452805',
  ],
  [
    'VM-AUBANK-S',
    'Cr INR 5,000.00 to A/c X4541 12-MAY-2026\nUPI/CR/424941009999/SAMPLE DOE/Y\nBal INR 23,838.10\n-AU Bank',
    500_000,
    '424941009999',
    'SAMPLE DOE',
  ],
  [
    'JD-PSBANK-S',
    'PSB000000000000003\nA/c No **2222 Credited with Rs 5500--UPI/CR/121888265852/SAMPLE/HDFC/00000000000000/U (CLR BAL 30987.99CR)(13-04-2026 17:22:34)-Punjab&Sind Bank',
    550_000,
    '121888265852',
  ],
  [
    'XY-BDNSMS-S',
    'INR 25,000.00 deposited to A/c XXXXXXXXXX1234 towards UPI/CR/C224513287910/SAMPLE DOE/u on 03-OCT-2025 . Clear Bal is INR 30,123.00 . Bandhan Bank.',
    2_500_000,
    '224513287910',
  ],
  [
    'BX-KGBANK-S',
    'Dear Customer, Account XXXX123 is credited with INR 3000 on 20-10-2025 08:15:26 from 9000000000@upi. UPI Ref. no. 529807237409-Kerala Gramin Bank',
    300_000,
    '529807237409',
    '9000000000@upi',
  ],
  [
    'JM-JANABK-S',
    'Dear Customer, Your acct XX005 is credited with INR 8.00 on 13-Jun-26 from NPCI BHIM. UPI Ref no 103475395201 . JANA SFB',
    800,
    '103475395201',
  ],
  [
    'AD-FEDBNK',
    'Rs 3500.50 credited to your A/c XX4567 via IMPS on 18AUG2024 11:45:30 IMPS Ref no 654321098765 Bal:Rs 25000.75 -Federal Bank',
    350_050,
    '654321098765',
  ],
  [
    'VM-BOBSMS',
    'Rs.500.00 Cr. to payer@ybl A/c XX789012 on 15-11-2024. AvlBal:Rs5678.90. Ref:987654321012 -Bank of Baroda',
    50_000,
    '987654321012',
  ],
  [
    'VM-BOBTXN-S',
    'Rs.1600 Credited to A/c ...7656 thru UPI/069871591309 by 9000000000_axl. Total Bal:Rs.33438.48CR. Avlbl Amt:Rs.33438.48(18-11-2024 08:02:26) - Bank of Baroda',
    160_000,
    '069871591309',
  ],
  [
    'VM-DHANBK',
    'INR 10.00 is credited to A/c XXXX1234 on 24-APR-2025 - "UPI TXN: /398353431145-Paytm/payment using UPI/abc". Aval Bal is INR 36,278.92 -DhanlaxmiBank',
    1_000,
    '398353431145',
  ],
  [
    'VM-SIBSMS-S',
    'UPI Credit:INR Rs.15000.00 in A/c X2468. Info: UPI/TGRB/111222333444/ Sample Payer on 26-12-25 19:02:01.Final balance is Rs.34567.67 -South Indian Bank',
    1_500_000,
    '111222333444',
    'Sample Payer',
  ],
  [
    'JX-CUBANK-S',
    'Your a/c no. XXXXXXXX5555 is credited for Rs.10.00 on 03-05-2026 and debited from a/c no. XXXXXXXX6666 (UPI Ref no 123456789012) -CUB',
    1_000,
    '123456789012',
  ],
  [
    'AX-IPBMSG',
    'You have received a payment of Rs. 150.00 in a/c X3695 on 07/10/2024 18:10 from Mr Sample Payer thru IPPB. Info: UPI/CREDIT/428146723694.-IPPB',
    15_000,
    '428146723694',
    'Mr Sample Payer',
  ],
  [
    'VM-RBLBNK-S',
    'Dear Customer, your Account XX1234 has been credited with INR 1,500.00 on 12-Sep-2026 12:30:11. Info: UPI/625512345678/from rahul@okaxis. Available balance: INR 20,111.45. - RBL Bank',
    150_000,
    '625512345678',
  ],
  [
    'BM-IDFCBK-S',
    'Your A/C XXXXXXX5678 is credited by INR 500.00 on 06/08/25 17:36. New Bal :INR 10000.00',
    50_000,
    undefined,
  ],
  [
    'VM-UCOBNK',
    'A/c XX8360 Credited with Rs.6.00 on 07-02-2024 by UCO-UPI.Avl Bal Rs.51.98. Report Dispute https://bit.ly/x .For feedback https://rb.gy/x',
    600,
    undefined,
  ],
]

for (const [sender, text, amount, utr, payer] of ALERTS)
  test(`${sender}: ${text} is read`, () => {
    const credit = trustedCredit({ text }, sender)
    expect(credit).toMatchObject({ kind: 'credit', amount: BigInt(amount) })
    expect(credit?.utr).toBe(utr)
    if (payer !== undefined) expect(credit?.payerVpa ?? credit?.payerName).toBe(payer)
  })

for (const [sender, text] of ALERTS)
  test(`${sender}: ${text} is not believed of another sender, nor with words around it`, () => {
    const bare = sender.split('-')[1] ?? ''
    const others = [
      '',
      bare,
      `${bare}-S`,
      `VM-${bare}-P`,
      `VM-${bare}-G`,
      `${sender}x`,
      `x${sender}`,
      'VM-EXBANK-S',
    ]
    for (const other of [
      ...others,
      'Rahul',
      'Mummy',
      '+919812345678',
      'com.phonepe.app',
      'alerts@hdfcbank.net',
    ])
      expect(trustedCredit({ text }, other), other).toBeUndefined()
    for (const around of [`Asha ${text}`, `Fwd: ${text}`, `He says "${text}"`, `{"text":"${text}"}`])
      expect(trustedCredit({ text: around }, sender), around).toBeUndefined()
  })

test("a bank's own sentence that is taken back behind it is not believed", () => {
  const text = ALERTS[1]?.[1]
  expect(trustedCredit({ text: `${text} This payment was reversed.` }, 'AD-HDFCBK')).toBeUndefined()
})

test.each([
  ['VM-AXISBK', 'INR 500 credited to A/c no. XX1 on 21-11-26 UPI/P2A/612345678901/refund reversal'],
  [
    'AX-AXISBK-S',
    'INR 500.00 credited to A/c no. XX1 on 21-11-26. Info- UPI/P2M/612345678901/REVERSED/Axis Bank',
  ],
  ['VM-BOBSMS', 'Rs.500 Credited to A/c XX1 thru UPI/612345678901 by x. Reversal of failed txn'],
  ['VM-BDNSMS-S', 'INR 500 deposited to A/c XX1 towards UPI/CR/C612345678901/Chargeback/u'],
  ['VM-AUBANK-S', 'Cr INR 500 to A/c X1 12-MAY-2026 UPI/CR/612345678901/Refunded/Y'],
  ['VM-SBIUPI-S', 'Dear SBI User, your A/c 1 credited by Rs.5 on 05Oct26 by Reversal (Ref no 612345678901)'],
  ['VM-IDBIBK', 'Rs 500 Cr to your A/c 1 (UPI Ref 612345678901). Not you? Chargeback credit'],
])('%s: money that comes back is not believed: %s', (sender, text) => {
  expect(trustedCredit({ text }, sender)).toBeUndefined()
})

const NOT_BELIEVED: readonly (readonly [string, string])[] = [
  [
    'NEFT',
    'Update! INR 1.00 deposited in HDFC Bank A/c XX9999 on 30-MAR-26 for NEFT Cr-SBIN0000001-ACME-HDFC-SBIN126089123456. Avl bal INR 5,000.00',
  ],
  [
    'an outgoing NEFT',
    'HDFC Bank: your NEFT transaction with reference number N326261234567 for INR 499.00 has been credited to the ICICI Bank A/c XX1234 of ASHA RAO on 21-11-26 at 10:11:12',
  ],
  ['a salary', 'Rs.50,000.00 credited to HDFC Bank A/c XX1234 on 21-11-26 towards SALARY'],
  ['cash', 'Rs.5000 deposited in cash in HDFC Bank A/c XX1234 on 21-11-26'],
  [
    'a reversal',
    'Rs.450.00 credited to HDFC Bank A/c XX1234 on 10-10-26 as reversal of UPI txn 628312345678',
  ],
  ['a debit', 'Rs.500.00 debited from HDFC Bank A/c XX1234 to VPA shop@ybl (UPI 628312345678)'],
]
test.each([
  [
    'VM-SBIUPI',
    'Dear SBI User, your A/c X1234 credited by Rs.499.00 on 05Oct26 transfer from ASHA Ref No 999999999999 Ref No SBIN526326123456',
  ],
  [
    'VM-ICICIB',
    'Dear Customer, Acct XX123 is credited with Rs 499.00 on 05-Oct-26 from ASHA. UPI:999999999999. NEFT:SBIN526326123456-ICICI Bank.',
  ],
  [
    'JD-KOTAKB-S',
    'Received Rs.499.00 in your Kotak Bank AC X3333 from ASHA on 01-01-26.UPI Ref 999999999999 on 05-10-26.UTR SBIN526326123456',
  ],
  [
    'VA-SBIUPI-S',
    'Dear SBI User, your A/c 12 credited by Rs.499 on 05Oct26 transfer from A Ref No 999999999999 has requested Rs249 frm u on Google Pay app. Once approved, money will be debited frm ur a/c -SBI',
  ],
  [
    'VA-SBIUPI-S',
    'Dear SBI User, your A/c 12 credited by Rs.499 on 05Oct26 transfer from A Ref No 999999999999. Not you? has requested Rs249 frm u on Google Pay app. Once approved, money will be debited frm ur a/c -SBI',
  ],
  ...[
    'UTR612345678901',
    'UTR:SBIN526326123456',
    'RRN612345678901',
    'Ref612345678901',
    'IMPS612345678901',
    '612345678901',
    'Call 612345678901',
    'UTRNo.612345678901',
  ].flatMap((own): [string, string][] => [
    [
      'VM-SBIUPI-S',
      `Dear SBI User, your A/c X1234 credited by Rs.499 on 05Oct26 transfer from X Ref No 999999999999 - ${own} -SBI`,
    ],
    [
      'JD-KOTAKB-S',
      `Received Rs.499.00 in your Kotak Bank AC X3333 from ASHA on 01-01-26.UPI Ref 999999999999.Not you - ${own}`,
    ],
  ]),
])('%s: a name with a UPI reference in it does not make a UPI payment of another one', (sender, text) => {
  expect(trustedCredit({ text }, sender)).toBeUndefined()
})

test.each(NOT_BELIEVED)('%s settles nothing by itself', (_what, text) => {
  expect(trustedCredit({ text }, 'VM-HDFCBK-S')).toBeUndefined()
})

/** Words of money that comes back are not believed wherever they stand, also as the payer's. */
const comesBack = (...texts: string[]): boolean =>
  texts.some((text) => /revers|refund|returned|chargeback/i.test(alertText(text).all))

describe('whatever a payer writes as name, note or UPI ID changes neither amount nor reference, nor, but for money that comes back, that it is believed', () => {
  const sentences = Object.entries(BANK_SENTENCES).flatMap(([bank, all]) =>
    all.map((each) => [bank, each] as const),
  )
  test.each(sentences)('%s: %s', (bankId, sentence) => {
    const header = BANKS.find(({ id }) => id === bankId)?.headers[0]
    const utr = sentence.includes('{utr}') ? UTR : undefined
    fc.assert(
      fc.property(messagesOf(sentence), (text) => {
        const credit = trustedCredit({ text }, `VM-${header}-S`)
        if (credit === undefined && comesBack(text)) return
        expect([credit?.amount, credit?.utr]).toEqual([AMOUNT_PAISE, utr])
      }),
      { numRuns: 200 },
    )
  })

  const apps = Object.entries(APP_SENTENCES).flatMap(([app, all]) => all.map((each) => [app, each] as const))
  test.each(apps)('%s: %j', (app, { title, text }) => {
    fc.assert(
      fc.property(messagesOf(title), messagesOf(text), (writtenTitle, writtenText) => {
        const credit = trustedCredit({ title: writtenTitle, text: writtenText }, app)
        if (credit !== undefined || !comesBack(writtenTitle, writtenText))
          expect([credit?.amount, credit?.utr]).toEqual([AMOUNT_PAISE, undefined])
        expect(trustedCredit({ text: `${writtenTitle} ${writtenText}` }, app)).toBeUndefined()
      }),
    )
  })
})

test('a chat is never believed, whatever is written in it and whichever app it came by', () => {
  const app = fc.constantFrom(
    'com.phonepe.app',
    'net.one97.paytm',
    'com.google.android.apps.nbu.paisa.user',
    'com.whatsapp',
    'in.org.npci.upiapp',
    'com.dreamplug.androidapp',
    'com.naviapp',
  )
  const all = fc.constantFrom(...Object.values(BANK_SENTENCES).flat()).chain(messagesOf)
  fc.assert(
    fc.property(app, hostileText, fc.oneof(all, hostileText), (sender, title, text) => {
      expect(trustedCredit({ title, text }, sender)).toBeUndefined()
      expect(trustedCredit({ text: `${title} ${text}` }, sender)).toBeUndefined()
    }),
  )
})

test.each(['VM-HDFCBK', 'vm-hdfcbk-t', ' AX-SBIUPI-S ', 'JD-KOTAKB-S'])(
  '%j is the header of a bank',
  (sender) => {
    expect(bankOfSender(sender)).toBeDefined()
  },
)

test.each([
  'HDFCBK',
  'VM-HDFCBK-P',
  'VM-HDFCBK-G',
  'VM-HDFCBK-X',
  'V1-HDFCBK',
  'VMX-HDFCBK',
  'VM-HDFCBNK',
  'VM HDFCBK',
  'VM-HDFCBK@x.com',
  'VM-\u017fBIUPI',
  'VM-\u0131CICIB',
  'VM\u2011HDFCBK',
  'Rahul',
  'SLICE',
  '',
])('%j is the header of none', (sender) => {
  expect(bankOfSender(sender)).toBeUndefined()
})

test('each sentence belongs to a bank of the table, and no header to two banks', () => {
  const ids = BANKS.map(({ id }) => id)
  expect(Object.keys(BANK_SENTENCES).filter((id) => !ids.includes(id))).toEqual([])
  const headers = BANKS.flatMap(({ headers: all }) => all)
  expect(headers.length).toBe(new Set(headers).size)
})
