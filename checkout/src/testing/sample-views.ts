import { androidIntents, appLinks, iosLinks } from '@galla/upi/app-links'
import { payLink, type UpiLink } from '@galla/upi/link'
import { QUIET_ZONE_MODULES, qrBitmap, qrMatrix } from '@galla/upi/qr'
import { paise } from '@galla/upi/rupees'
import type { Vpa } from '@galla/upi/vpa'
import type { ClosedLinkPage, LinkView, OpenLinkPage } from '../link-view.ts'
import type {
  BrokenPage,
  ClaimPart,
  DeclinedPage,
  ExpiredPage,
  HeldPage,
  PaidPage,
  PayablePage,
} from '../page-view.ts'

/** As long as an ordinary order's values, so that the size budget is measured on a full page. */
const payment = {
  payeeVpa: 'sharmaelectronics@icici' as Vpa,
  payeeName: 'Sharma Electronics and Home Appliances',
  reference: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  note: 'Invoice INV-2026-00417 for a refrigerator',
  amount: paise(1_24_950_50n),
}
const link = payLink(payment)
const matrix = qrMatrix(link)
const intents = androidIntents(link)

/** As a merchant's picture is addressed. */
export const sampleLogo = '/pay/logo/01JD8K7Q2M4V6X8Z0B2D4F6H8K/0123456789abcdef.webp'

const order = {
  language: 'en',
  isLanguageChosen: false,
  offeredLanguage: 'hi',
  orderId: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  merchantName: 'Sharma Electronics',
  logo: null,
  colour: null,
  amount: '₹1,24,950.50',
  price: null,
  clientTransactionId: 'TXN_1795225380123',
  mode: 'test',
  branded: true,
  support: [{ name: null, href: '/contact' }],
  notice: null,
  version: 1,
  expiresAt: '2026-11-21T05:30:00.000Z',
  leftMs: 300_000,
  app: null,
} as const

const claim: ClaimPart = { isOpen: false, utr: '', error: null, answer: null }

const payable: PayablePage = {
  ...order,
  claim,
  kind: 'payable',
  status: 'created',
  upiId: 'sharmaelectronics@icici',
  shownName: 'RAVI KUMAR SHARMA',
  amountPlain: '124950.50',
  purpose: 'Invoice INV-2026-00417 for a refrigerator',
  windowSeconds: 300,
  qr: { bitmap: qrBitmap(matrix), modules: matrix.length, quietZone: QUIET_ZONE_MODULES },
  apps: {
    platform: 'android',
    generic: link,
    buttons: [
      { name: 'Google Pay', href: intents.googlepay },
      { name: 'PhonePe', href: intents.phonepe },
      { name: 'Paytm', href: intents.paytm },
      { name: 'BHIM', href: intents.bhim },
      { name: 'CRED', href: intents.cred },
    ],
  },
  inApp: null,
  galleryLimit: null,
  simulatorHref: `/simulator?upi=${encodeURIComponent(link)}`,
}

/** The page with the most buttons: iOS has no app chooser. */
const iosApps = (own: UpiLink): PayablePage['apps'] => {
  const { generic: _, ...schemes } = appLinks(own)
  const buttons = [...Object.entries(schemes).map(([name, href]) => ({ name, href })), ...iosLinks(own)]
  return { platform: 'ios', generic: null, buttons }
}
const onIos: PayablePage = { ...payable, apps: iosApps(link) }

/** A link encodes each letter of an Indian script in nine characters, so its code has many times the modules. */
const longNamed = (payeeName: string, note: string): PayablePage => {
  const own = payLink({ ...payment, payeeName, note })
  const modules = qrMatrix(own)
  return {
    ...payable,
    mode: 'live',
    simulatorHref: null,
    merchantName: payeeName,
    shownName: payeeName,
    purpose: note,
    qr: { bitmap: qrBitmap(modules), modules: modules.length, quietZone: QUIET_ZONE_MODULES },
    apps: iosApps(own),
  }
}
/** The longest name that a link can carry. */
const TAMIL_NAME = 'ஸ்ரீ மீனாட்சி சுந்தரேஸ்வரர் மின்னணு மற்றும் வீட்டு'
const TAMIL_NOTE = 'குளிர்சாதனப் பெட்டிக்கான விலைப்பட்டியல் எண் நூற்று'
export const longName = longNamed(TAMIL_NAME, payment.note)
export const longNameAndNote = longNamed(TAMIL_NAME, TAMIL_NOTE)

const declined: DeclinedPage = {
  ...order,
  kind: 'declined',
  status: 'failed',
  mayRetry: true,
  againCode: null,
  backHref: null,
}
const expired: ExpiredPage = {
  ...order,
  claim,
  kind: 'expired',
  status: 'pending',
  leftMs: 0,
  againCode: null,
  backHref: 'https://shop.example/done',
  goesBack: false,
}
const paid: PaidPage = {
  ...order,
  kind: 'paid',
  status: 'success',
  paidLate: false,
  thanks: '',
  redirect: { href: 'https://shop.example/done?client_txn_id=a&txn_id=b', host: 'shop.example' },
}
const broken: BrokenPage = {
  language: 'en',
  isLanguageChosen: false,
  offeredLanguage: 'hi',
  kind: 'broken',
  orderId: 'unknown',
  message: 'This link does not exist. Please ask the merchant for a new one.',
}

const held: HeldPage = {
  ...order,
  kind: 'held',
  status: 'pending',
  received: '₹1,24,950.00',
  receivedRupees: 124_950,
  came: 'underpaid',
  backHref: null,
}

/** The maximum of items, questions and letters of a link. */
const openLink: OpenLinkPage = {
  language: 'en',
  isLanguageChosen: true,
  offeredLanguage: 'hi',
  kind: 'open',
  code: '4TQK9M2X7B',
  isTest: true,
  branded: true,
  merchantName: 'Sharma Electronics and Home Appliances',
  title: 'Yoga classes in November, mornings and evenings',
  description: 'Bring a mat and come ten minutes early. '.repeat(12),
  token: '01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  price: {
    kind: 'items',
    items: Array.from({ length: 20 }, (_, index) => ({
      name: `A mat of colour number ${index * 7919}, extra wide and thick`,
      price: `₹${(index + 1) * 137}.00`,
      quantity: String(index),
    })),
    most: '₹10,00,000.00',
    fault: 'total',
  },
  name: { value: 'Asha Rao', isWrong: false },
  questions: Array.from({ length: 5 }, (_, index) => ({
    label: `Question ${index * 6101}: what should the teacher know about you beforehand?`,
    isRequired: index % 2 === 0,
    field: { value: 'My left knee was operated on in spring. '.repeat(5), isWrong: true },
  })),
}
const closedLink: ClosedLinkPage = {
  language: 'en',
  isLanguageChosen: false,
  offeredLanguage: 'hi',
  kind: 'none',
  code: '4TQK9M2X7B',
  reason: 'busy',
  merchantName: 'Sharma Electronics',
}
const field = { value: '', isWrong: false }

/** A page of each kind of reusable link, the heaviest first. */
export const linkViews: readonly LinkView[] = [
  openLink,
  { ...openLink, price: { kind: 'fixed', amount: '₹1,24,950.50' } },
  { ...openLink, price: { kind: 'choice', min: '₹1.00', max: '₹10,00,000.00', field } },
  closedLink,
]

const contacts = [
  { name: 'help@sharma-electronics.example', href: 'mailto:help@sharma-electronics.example' },
  { name: '+91 98765 43210', href: 'tel:+919876543210' },
]
/** As long as a merchant may write it. */
const NOTICE =
  `Sharma Electronics collects your name, mobile number and e-mail address to match this payment with your order, to send
your receipt, and to answer you if something is wrong with it. We do not sell them and show them to nobody but our accountant and the
courier who delivers to you. Amounts and the reference of the payment are kept for eight years, because the tax law asks for it; your name,
number and address leave our records 180 days after the order.
You may ask which data we have, have mistakes put right, withdraw your consent, name someone who acts for you, and have your data deleted:
write to privacy@sharma-electronics.example or call +91 98765 43210 between ten and six, Monday to Saturday. We answer within a week. If
you are not satisfied, you can complain to the Data Protection Board of India. Payments go straight to our own bank account; the software
of this page stores what you see here on our server in Mumbai, and no advertiser learns of it. This page sets no cookies.`.slice(
    0,
    1000,
  )
export const heaviestViews = [
  payable,
  {
    ...onIos,
    support: contacts,
    colour: 'violet' as const,
    logo: sampleLogo,
    notice: { version: 200, text: NOTICE, day: '2026-11-21' },
  },
]

/** One page of each kind. */
export const sampleViews = { payable, declined, expired, held, paid, broken }
