import { readdirSync, readFileSync } from 'node:fs'
import { DAY_MS } from '@galla/contract/durations'
import { SOURCE_EVENTS, SOURCES } from '@galla/contract/webhooks/webhook'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../testing/ledger.ts'
import { letterJob } from '../testing/letter-job.ts'
import { notifyNewDevice } from './auth/devices/notify-new-device.ts'
import { saveEmailChange } from './auth/email-change/email-change-store.ts'
import { insertEmailRestore } from './auth/email-change/email-restore-store.ts'
import { notifyEmailChanged, sendEmailConfirmation } from './auth/email-change/send-email-change-emails.ts'
import { notifyPasskeyChanged } from './auth/passkeys/manage-passkeys.ts'
import { insertPasskey } from './auth/passkeys/passkey-store.ts'
import { sendPasswordResetEmail } from './auth/password/forgot-password.ts'
import { notifyPasswordChanged } from './auth/password/reset-password.ts'
import { notifyJoined } from './auth/team/accept-invitation.ts'
import { insertInvitation } from './auth/team/invitation-store.ts'
import { sendInvitation } from './auth/team/invite-member.ts'
import { notifyTwoFactorChanged } from './auth/two-factor/two-factor.ts'
import { notifyCounterLogin } from './counters/record-counter-login.ts'
import { notifyKycDecision } from './kyc/decide-kyc.ts'
import { recordCredit } from './ledger/record-credit.ts'
import { openReversalCases, recordReversals } from './ledger/reversals/record-reversals.ts'
import { mailReversals } from './ledger/reversals/reversal-mail.ts'
import type { MailDeps } from './merchants/email-merchant.ts'
import { mailDigest } from './merchants/mail-held-letters.ts'
import { mailNotice } from './notices/email-notice.ts'
import type { Notice } from './notices/notice.ts'
import { notifySuspension } from './operator/suspend-merchant.ts'
import { notifyPayeeChanged } from './payment-accounts/notify-payee-changed.ts'
import { welcomeMerchant } from './payment-accounts/welcome-merchant.ts'
import { sql } from './platform/database/database.ts'
import type { Ids } from './platform/ids.ts'
import type { Email } from './platform/mail/mail.ts'
import { mailClosing } from './reconciliation/closing-mail.ts'
import { mailSourceChange } from './source-health/source-mail.ts'
import { sendPlanWarning } from './subscriptions/send-plan-warning.ts'
import { insertPurchase, saveStarted } from './subscriptions/subscription-store.ts'
import { mailLimit } from './turnover/limit-mail.ts'
import { notifyPaused } from './webhooks/endpoints/notify-paused.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

type Deps = MailDeps & Ledger & { readonly ids: Ids }
type Send = (deps: Deps, payload: unknown) => Promise<void>
/** Prepares what the e-mails tell of, and returns the payloads of their jobs, each for one e-mail. */
type Prepare = (merchantId: string) => Promise<object[]> | object[]

const AT = '2026-11-21T04:00:00.000Z'
const CLIENT = {
  at: AT,
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36',
  address: '203.0.113.9',
}
const ULID = '01KAJ0000000000000000000ZZ'
const in30Days = () => new Date(ledger.clock.now().getTime() + 30 * DAY_MS)

const NOTICES: readonly Notice[] = [
  { kind: 'payment', paise: '49900', order: 'INV-1' },
  { kind: 'question', paise: '49900', order: 'INV-1' },
  { kind: 'question', paise: '49900', order: null },
  { kind: 'question', paise: '49900', order: null, refund: 'asked', creditId: ULID },
  { kind: 'question', paise: '49900', order: null, refund: 'revived', creditId: ULID },
  { kind: 'test' },
]

/** Each file that e-mails a merchant, what it sends, and for what. */
const KINDS: Readonly<Record<string, readonly (readonly [Send, Prepare])[]>> = {
  'auth/devices/notify-new-device.ts': [[notifyNewDevice, () => [CLIENT, { ...CLIENT, userAgent: '' }]]],
  'auth/email-change/send-email-change-emails.ts': [
    [sendEmailConfirmation, (merchantId) => changeEmail(merchantId, 'new@example.org')],
    [
      sendEmailConfirmation,
      async (merchantId) => changeEmail(merchantId, `${(await hindiMerchant()).merchantId}@example.com`),
    ],
    [
      notifyEmailChanged,
      async (merchantId) => {
        const restore = { merchantId, restoreId: ULID, oldEmail: 'old@example.org', expiresAt: in30Days() }
        await ledger.db.transaction((tx) =>
          insertEmailRestore(tx, { ...restore, changedAt: ledger.clock.now() }),
        )
        return [{ restoreId: ULID }]
      },
    ],
  ],
  'auth/passkeys/manage-passkeys.ts': [
    [
      notifyPasskeyChanged,
      (merchantId) => [true, false].map((isAdded) => ({ merchantId, isAdded, name: 'दुकान का फ़ोन' })),
    ],
  ],
  'auth/password/forgot-password.ts': [
    [sendPasswordResetEmail, (merchantId) => [{ email: `${merchantId}@example.com`, askedAt: AT }]],
  ],
  'auth/password/reset-password.ts': [
    [
      notifyPasswordChanged,
      async (merchantId) => {
        const passkey = { passkeyId: ULID, credentialId: Buffer.from('id'), publicKey: Buffer.from('key') }
        const of = { ...passkey, counter: 0, name: 'फ़ोन', createdAt: ledger.clock.now() }
        await ledger.db.transaction((tx) => insertPasskey(tx, merchantId, of))
        return [{}]
      },
    ],
  ],
  'auth/team/accept-invitation.ts': [[notifyJoined, () => [{ email: 'new@example.org' }]]],
  'auth/team/invite-member.ts': [
    [
      sendInvitation,
      async (merchantId) => {
        const invitation = {
          merchantId,
          invitationId: ULID,
          role: 'cashier',
          email: 'new@example.org',
        } as const
        await ledger.db.transaction((tx) =>
          insertInvitation(
            tx,
            { ...invitation, createdAt: ledger.clock.now(), expiresAt: in30Days() },
            merchantId,
            null,
          ),
        )
        return [{ invitationId: ULID }]
      },
    ],
  ],
  'auth/two-factor/two-factor.ts': [[notifyTwoFactorChanged, () => [{ on: true }, { on: false }]]],
  'operator/suspend-merchant.ts': [[notifySuspension, () => [{ reason: 'नकली सामान' }, { reason: null }]]],
  'counters/record-counter-login.ts': [
    [
      notifyCounterLogin,
      () => [
        { ...CLIENT, mode: 'test', name: 'Tea', isNew: true },
        { ...CLIENT, mode: 'live', name: 'Tea', isNew: false },
      ],
    ],
  ],
  'reconciliation/closing-mail.ts': [[mailClosing, () => [{ day: '2026-11-20' }]]],
  'payment-accounts/welcome-merchant.ts': [[welcomeMerchant, () => [{}]]],
  'payment-accounts/notify-payee-changed.ts': [
    [
      notifyPayeeChanged,
      () => [
        { upiId: 'tea@okaxis', before: null },
        { upiId: 'tea@okaxis', before: 'old@okaxis' },
        { upiId: 'tea@okaxis', before: 'tea@okaxis', collectedBy: 'razorpay-qr' },
      ],
    ],
  ],
  'kyc/decide-kyc.ts': [
    [notifyKycDecision, decideDocuments],
    [notifyKycDecision, rejectDocuments],
  ],
  'ledger/reversals/reversal-mail.ts': [
    [mailReversals, (merchantId) => reverse(merchantId, 1)],
    [mailReversals, (merchantId) => reverse(merchantId, 12)],
  ],
  'turnover/limit-mail.ts': [
    [
      mailLimit,
      () =>
        (['p2pm_month', 'gst_services', 'gst_goods'] as const).flatMap((name) =>
          ['near', 'above'].map((level) => ({
            name,
            level,
            period: '2026-11-01',
            limitPaise: '10000000',
            receivedPaise: '9000000',
          })),
        ),
    ],
  ],
  'source-health/source-mail.ts': [
    [
      mailSourceChange,
      () =>
        SOURCE_EVENTS.flatMap((event) =>
          SOURCES.flatMap((source) =>
            ['payments', 'pings'].flatMap((reason) =>
              [AT, null].map((at) => ({ silenceId: ULID, event, source, upiId: 'tea@okaxis', reason, at })),
            ),
          ),
        ),
    ],
  ],
  'webhooks/endpoints/notify-paused.ts': [
    [
      notifyPaused,
      () => [
        { mode: 'test', url: 'https://tea.example/hook', reason: 'gone' },
        { mode: 'live', url: 'https://tea.example/hook', reason: 'failing' },
      ],
    ],
  ],
  'notices/email-notice.ts': [
    [
      mailNotice,
      async (merchantId) => {
        for (const kind of ['payment', 'question'])
          await ledger.db.run(sql`
            insert into notice_choices (merchant_id, kind, way, is_wanted) values (${merchantId}, ${kind}, 'email', true)`)
        return NOTICES.map((notice) => ({ notice }))
      },
    ],
  ],
  'merchants/mail-held-letters.ts': [
    [
      mailDigest,
      () => [
        {
          letters: 8,
          groups: [
            { subject: 'आपका पासवर्ड बदला गया', letters: 2, lastAt: AT, lastBody: 'बदला।' },
            { subject: 'नया डिवाइस', letters: 1, lastAt: AT, lastBody: 'लॉग इन।' },
          ],
          rest: 5,
        },
        { letters: 1, groups: [], rest: 0 },
      ],
    ],
  ],
  'subscriptions/send-plan-warning.ts': [
    [sendPlanWarning, (merchantId) => warnOfPlan(merchantId, 'days', 400)],
    [sendPlanWarning, (merchantId) => warnOfPlan(merchantId, 'requests', 150)],
    [sendPlanWarning, (merchantId) => warnOfPlan(merchantId, 'requests', 0)],
  ],
}

/** They are for operators, in English. */
const FOR_OPERATORS = ['operator/backup/backup-alarm.ts', 'operator/setup/setup-routes.ts']

/** Three English words in a row, of which no name or address of the test is one. */
const ENGLISH = /\b[A-Za-z][a-z']+ [A-Za-z]?[a-z']+ [A-Za-z]?[a-z']+\b/

const hindiMerchant = async (mode: 'live' | 'test' = 'live') => {
  const merchant = await addMerchant(ledger.db, mode)
  await ledger.db.run(sql`update merchants set language = 'hi' where merchant_id = ${merchant.merchantId}`)
  return merchant
}

async function changeEmail(merchantId: string, newEmail: string): Promise<object[]> {
  await ledger.db.transaction((tx) =>
    saveEmailChange(tx, {
      merchantId,
      newEmail,
      changeId: ULID,
      createdAt: ledger.clock.now(),
      expiresAt: in30Days(),
    }),
  )
  return [{ changeId: ULID }]
}

async function sendDocuments(merchantId: string, status: string, reason: string | null): Promise<object[]> {
  await ledger.db.run(sql`
    insert into kyc_submissions (merchant_id, submission_id, document_type, document_number, status, rejection_reason,
      submitted_at, decided_at, decided_by)
    values (${merchantId}, ${ULID}, 'panCard', '\\x00', ${status}, ${reason}, ${AT}, ${AT}, ${merchantId})`)
  return [{ submissionId: ULID }]
}

function decideDocuments(merchantId: string): Promise<object[]> {
  return sendDocuments(merchantId, 'approved', null)
}

function rejectDocuments(merchantId: string): Promise<object[]> {
  return sendDocuments(merchantId, 'rejected', 'धुँधली तस्वीर')
}

async function reverse(merchantId: string, count: number): Promise<object[]> {
  for (let n = 0; n < count; n += 1) {
    const order = await ledger.create({ merchantId, mode: 'live' }, orderForm())
    const utr = newUtr()
    await recordCredit(ledger, creditFor(ledger, order, { utr }))
    const at = ledger.clock.now()
    const report = { merchantId, accountId: 'acc_1', utr, sourceKey: utr, source: 'statement', at } as const
    const reports = [{ ...report, orderId: null, amount: null, words: null }]
    await ledger.db.transaction(async (tx) => {
      await recordReversals(tx, ledger, reports)
      await openReversalCases(tx, ledger, reports, [])
    })
  }
  return [{ at: AT }]
}

async function warnOfPlan(merchantId: string, of: 'days' | 'requests', left: number): Promise<object[]> {
  const { db, clock } = ledger
  const seller = await addMerchant(db)
  const { orderId } = await ledger.create(seller, orderForm())
  await db.transaction(async (tx) => {
    await insertPurchase(tx, {
      merchantId,
      orderId,
      platformMerchantId: seller.merchantId,
      planName: 'premium',
      billingCycle: '28days',
      cycleDays: 28,
      pricePaise: 239_900n,
      qrRequests: 1000,
      createdAt: clock.now(),
    })
    await tx.run(
      sql`insert into quotas (merchant_id, trial_left) values (${merchantId}, 25) on conflict do nothing`,
    )
    const started = { change: 'started', startedAt: clock.now(), expiresAt: in30Days() } as const
    await saveStarted(tx, merchantId, orderId, { ...started, carried: 0, qrLeft: 1000 }, clock.now())
  })
  await db.run(sql`update quotas set plan_left = ${left} where merchant_id = ${merchantId}`)
  return [{ orderId, kind: of === 'days' ? 'days_7' : 'quota_80' }]
}

const sentBy = async (send: Send, merchantId: string, payload: object): Promise<Email[]> => {
  const sent: Email[] = []
  const mailer = { send: async (email: Email) => void sent.push(email) }
  const publicUrl = new URL('https://galla.example')
  // Each has a job of another kind, so that no limit holds one back.
  await send({ ...ledger, ...letterJob(`test.${kinds++}`), mailer, publicUrl }, { merchantId, ...payload })
  return sent
}
let kinds = 0

test.each(Object.entries(KINDS))('%s writes to a merchant in Hindi', async (_, sends) => {
  for (const [send, prepare] of sends) {
    const { merchantId } = await hindiMerchant()
    for (const payload of await prepare(merchantId)) {
      const emails = await sentBy(send, merchantId, payload)
      expect(emails.length, JSON.stringify(payload)).toBe(1)
      for (const { subject, text, html } of emails) {
        expect(subject).toMatch(/\p{Script=Devanagari}/u)
        expect(html).toContain('<html lang="hi">')
        for (const line of [subject, ...text.split('\n')]) expect(line).not.toMatch(ENGLISH)
        for (const shown of html.replace(/<[^>]+>/g, '\n').split('\n')) expect(shown).not.toMatch(ENGLISH)
      }
    }
  }
})

test('every file that e-mails a merchant is among them', () => {
  const folder = new URL('.', import.meta.url)
  const mailing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /(?<!test|harness)\.ts$/.test(path) &&
      /await email(?:Merchant|Notice|Address)\(/.test(readFileSync(new URL(path, folder), 'utf8')),
  )
  expect(mailing.sort()).toEqual([...Object.keys(KINDS), ...FOR_OPERATORS].sort())
})

test('a merchant in English is written to in English', async () => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  const [email] = await sentBy(welcomeMerchant, merchantId, {})
  expect(email?.subject).toBe('Welcome to Galla')
  expect(email?.html).toContain('<html lang="en">')
})
