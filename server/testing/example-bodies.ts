import { EXAMPLE_ORDER, EXAMPLE_SIMULATION } from '@galla/contract/api-reference/integrator-examples'

const PERSON = { name: 'Sharma Tea', email: 'asha@example.com', mobileNumber: '9876543210' }
const PASSWORD = 'correct horse battery'
const UTR = '640112345678'
const ULID = '01KAJ2Q8ZC7M3V5T9XWNB4E6RH'
const COLUMNS = { date: 0, narration: 1, credit: 3, dateOrder: 'dmy' }
const MAILBOX = {
  host: 'imap.gmail.com',
  port: 993,
  username: 'sharmatea@example.com',
  password: 'abcd efgh ijkl mnop',
  folder: 'INBOX',
  bankWritesTo: 'sharmatea@example.com',
}
const LINK_TEXTS = {
  title: 'Yoga in November',
  description: 'Bring a mat.',
  thanks: 'See you on Monday at 7.',
  lastDay: '2026-11-30',
  usesMax: 40,
}
const EVERY_ORDER_FIELD = {
  ...EXAMPLE_ORDER,
  udf1: 'table 4',
  udf2: '',
  udf3: '',
  expires_in: 300,
}

/** A body that its call takes, with all its fields, by the call's name. Every call that takes fields has one. */
export const EXAMPLE_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createOrder: EVERY_ORDER_FIELD,
  generatePaymentLink: EVERY_ORDER_FIELD,
  checkOrderStatus: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
  rotateApiKey: { stopOldNow: false },
  createApiKey: { name: 'Billing server', scope: 'read', addresses: ['203.0.113.7', '2001:db8::/32'] },
  setKeyAddresses: { addresses: ['203.0.113.0/24'] },
  totpSetup: { password: PASSWORD },
  setKeySettings: { showOnce: true, password: PASSWORD },
  revealApiKey: { password: PASSWORD },
  addOrderNote: { text: 'The customer calls back on Monday' },
  openOrder: { retry: false, again: false, leave: false },
  simulatorPay: EXAMPLE_SIMULATION,
  assignCredit: { orderId: ULID, utr: UTR, note: 'The customer sent a screenshot' },
  acceptCredit: { note: 'Two rupees less are well' },
  refundCredit: { utr: UTR, note: 'Paid twice' },
  ignoreCredit: { note: 'The rent' },
  joinCredit: { creditId: ULID, note: 'The same money' },
  answerRepeat: { times: 'once' },
  markReversalSeen: {
    accountId: 'acc_1',
    source: 'statement',
    sourceKey: '5f70bf18a086007016e948b04aed3b82',
  },
  noteCredit: { note: 'Called the customer, waiting for a reply' },
  dismissClaim: { note: 'Nothing in my account' },
  createCounter: { name: 'Front desk', language: 'hi', pin: '4711' },
  renewCounterLogin: { pin: '4712' },
  counterLogin: { token: 'q3JcYw0a1o4nT6hXr8mZkQ', pin: '4711' },
  collect: { requestId: '7f0c1d2e-0002', amount: '250.00', note: 'Two teas' },
  createCounterOrder: { requestId: '7f0c1d2e-0001', amount: '250.00', note: 'Table 4' },
  takeCredit: { orderId: ULID, note: 'Table 4' },
  createReusableLink: {
    ...LINK_TEXTS,
    price: { kind: 'items', items: [{ name: 'Morning class', price: '250.00' }] },
    questions: [{ label: 'Which batch?', isRequired: true }],
  },
  updateReusableLink: { ...LINK_TEXTS, isClosed: false },
  setClosingMail: { isOn: true },
  confirmOrder: { utr: UTR, note: 'Seen in the bank app' },
  claimPayment: { utr: UTR },
  creditAlert: { amount: '499.00', utr: UTR },
  testAlert: {
    text: 'Credit Alert! Rs.499.00 credited to HDFC Bank A/c XX1234 on 21-11-26 from VPA asha@okaxis (UPI 640112345678)',
    sender: 'VM-HDFCBK-S',
  },
  connectMailbox: MAILBOX,
  testMailbox: MAILBOX,
  rotateEmailAddress: { bankWritesTo: 'sharmatea@example.com' },
  previewStatement: { columns: COLUMNS },
  confirmStatement: { columns: COLUMNS },
  connectMerchant: {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'sharma@examplebank',
    registeredName: 'RAVI SHARMA',
    kind: 'verified_merchant',
    isPersonalUpi: false,
    uniqueAmounts: false,
    verification: null,
  },
  decideSuggestedName: { name: 'RAVI SHARMA', accept: true },
  startReplay: {
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
    state: 'undelivered',
    asOf: '2026-11-21T04:00:00.000Z',
  },
  updateSource: { source: 'phone', used: false },
  answerDigits: { digits: '7722', isShops: true },
  updateLastDigits: { lastDigits: '7722' },
  updateRails: { imps: true, unknown: false, others: 'keep' },
  updateWebhookUrl: { webhookUrl: 'https://yourdomain.com/webhook', tellsFailures: true, tellsSources: true },
  register: { ...PERSON, password: PASSWORD },
  login: { email: PERSON.email, password: PASSWORD, code: '287082' },
  forgotPassword: { email: PERSON.email },
  resetPassword: { token: 'x'.repeat(43), password: PASSWORD },
  setUpOperator: { token: 'x'.repeat(43), email: 'asha@example.com', password: PASSWORD },
  switchMode: { mode: 'test' },
  updateProfile: {
    ...PERSON,
    websiteName: 'Sharma Tea',
    websiteUrl: 'https://tea.example.com',
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
    pageLanguage: 'hi',
    supportEmail: 'help@tea.example.com',
    supportPhone: '+91 98765 43210',
    showSupport: true,
    emailReceipts: true,
  },
  totpConfirm: { code: '287082' },
  totpDisable: { password: PASSWORD, code: '287082' },
  confirmEmail: { token: 'x'.repeat(43) },
  restoreEmail: { token: 'x'.repeat(43), password: PASSWORD },
  confirmIdentity: { password: PASSWORD, code: '287082' },
  newSubscription: { planData: { planName: 'basic', billingCycle: '28days' } },
  saveBillingDetails: {
    legalName: 'Sharma Tea',
    address: 'MG Road, Bengaluru',
    stateCode: '29',
    gstin: '29AAGCB7383J1Z4',
  },
  approveKyc: { submissionId: ULID },
  rejectKyc: { submissionId: ULID, reason: 'The second page is blurred' },
  suspendMerchant: { reason: 'Requested by the bank' },
  changePlan: {
    planName: 'basic',
    billingCycle: '84days',
    price: '2999.00',
    qrRequests: 16_499,
    replaces: '2026-11-21T04:00:00.000Z',
  },
}

/** In an address or a query, by the name of the parameter. */
const EXAMPLE_PARAMETERS: Readonly<Record<string, string | number>> = {
  orderId: ULID,
  nonce: 'x'.repeat(22),
  creditId: ULID,
  counterId: ULID,
  code: '4TQK9M2X7B',
  alertId: ULID,
  documentId: ULID,
  merchantId: 'mer_01kaj2q8zc7m3v5t9xwnb4e6rh',
  id: ULID,
  sessionId: `ses_${ULID}`,
  jobId: '3f0c1d5e-8a4b-4c6d-9e2f-7a1b0c2d3e4f',
  token: 'x'.repeat(43),
  noticeId: '4f'.repeat(32),
  utr: UTR,
  search: 'asha',
  from: '2026-11-01',
  to: '2026-11-21',
  date: '2026-11-21',
  minAmount: '1.00',
  maxAmount: '5000.00',
  page: 1,
  limit: 10,
}

const EXAMPLE_INSTANT = '2026-11-21T04:00:00.000Z'

/** A value that a parameter of this name may have: a day or an instant are both a `from`. */
export const exampleParameter = (name: string, schema: Readonly<Record<string, unknown>>) =>
  schema.format === 'date-time' ? EXAMPLE_INSTANT : EXAMPLE_PARAMETERS[name]
