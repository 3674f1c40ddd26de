/**
 * Every expected error of the product: the code for programs, the HTTP status, and the sentence for people. The code is the entry's name
 * unless `code` is set: one code may stand for the 404 of a read and the 409 of a write. Any other error is a bug and returns 500.
 */
export const REFUSALS = {
  malformed: { status: 400, msg: 'The request could not be read' },
  invalid_fields: { status: 400, msg: 'Some fields are not valid' },
  wrong_password: { status: 400, msg: 'The current password is not correct' },
  invalid_upi_link: { status: 400, msg: 'This is not a UPI link of a test order' },
  not_logged_in: { status: 401, msg: 'Please log in' },
  wrong_credentials: { status: 401, msg: 'The email or password is not correct' },
  wrong_passkey: { status: 400, msg: 'This passkey could not be checked. Please try again.' },
  totp_required: { status: 401, msg: 'Enter the code from your authenticator app' },
  wrong_pin: { status: 401, msg: 'The PIN is not correct, or this login link is no longer valid' },
  wrong_code: { status: 401, msg: 'The code is not correct or was already used' },
  bad_key: { status: 401, msg: 'The API key is missing or not valid' },
  bad_signature: { status: 401, msg: 'The signature of this notification is not valid' },
  quota_exhausted: {
    status: 402,
    msg: 'Your QR requests are used up. Upgrade your plan or wait for the next cycle.',
  },
  no_subscription: {
    status: 402,
    msg: 'No active subscription. Choose a plan to accept live payments.',
  },
  forbidden: { status: 403, msg: 'You are not allowed to do this' },
  address_not_allowed: { status: 403, msg: 'This API key is not allowed from this IP address' },
  foreign_origin: { status: 403, msg: 'This request came from another website' },
  confirmation_required: { status: 403, msg: 'Please confirm that it is you' },
  totp_setup_required: { status: 403, msg: 'Set up two-factor login first' },
  suspended: { status: 403, msg: 'This merchant account is suspended. Please contact support.' },
  subscription_not_found: { status: 404, msg: 'No subscription found' },
  no_subscription_payments: { status: 404, msg: 'No subscription payment history found' },
  not_found: { status: 404, msg: 'Not found' },
  order_not_found: { status: 404, msg: 'Order not found' },
  email_taken: { status: 409, msg: 'An account with this email already exists' },
  already_member: { status: 409, msg: 'You already work in this shop' },
  founder_stays: { status: 409, msg: 'The login that registered the shop always stays its owner' },
  too_many_members: { status: 409, msg: 'A team has at most 50 members. Remove one first.' },
  too_many_invitations: { status: 409, msg: 'You already have 20 open invitations. Cancel one first.' },
  duplicate_client_txn_id: { status: 409, msg: 'An order with this client_txn_id already exists' },
  reset_link_used: {
    status: 400,
    msg: 'This link was already used or is older than 30 minutes. Please request a new one.',
  },
  registration_closed: { status: 403, msg: 'This Galla belongs to one shop. Please log in.' },
  many_shops: { status: 409, msg: 'Several merchants have registered here, so it cannot be for one shop.' },
  setup_link_used: {
    status: 400,
    msg: 'This link was already used or has expired. Restart Galla to get a new link in its log.',
  },
  email_link_used: {
    status: 400,
    msg: 'This link was already used or has expired.',
  },
  invitation_used: {
    status: 400,
    msg: 'This invitation was already used, cancelled, or has expired. Ask for a new one.',
  },
  export_too_large: {
    status: 400,
    msg: 'An Excel sheet can hold at most 1,048,575 orders. Please narrow the filter or export as CSV.',
  },
  account_not_found: { status: 404, code: 'no_account', msg: 'No merchant account connected' },
  no_verification: { status: 404, msg: 'This account has no automatic verification' },
  no_email_change: { status: 409, msg: 'There is no pending email change' },
  no_account: { status: 409, msg: 'Connect a merchant account to accept live payments' },
  kyc_approved: { status: 409, msg: 'Your documents are verified and can no longer be changed' },
  kyc_decided: { status: 409, msg: 'These documents were already reviewed' },
  kyc_replaced: {
    status: 409,
    msg: 'The merchant has uploaded new documents. Please review those.',
  },
  not_suspendable: { status: 409, msg: 'The account of an operator cannot be suspended' },
  plan_changed: { status: 409, msg: 'This price has changed in the meantime. Please check it again.' },
  job_not_waiting: { status: 409, msg: 'This job is running or already finished' },
  credit_not_found: { status: 404, code: 'not_found', msg: 'This payment was not found' },
  counter_not_found: { status: 404, code: 'not_found', msg: 'This counter was not found' },
  too_many_notices: { status: 409, msg: 'You have saved this notice 200 times, which is the most.' },
  too_many_counters: { status: 409, msg: 'You already have 50 counters. Close one first.' },
  counter_account_replaced: {
    status: 409,
    msg: 'The shop has connected another account. Ask the owner for a new counter.',
  },
  link_not_found: { status: 404, code: 'not_found', msg: 'This link was not found' },
  too_many_links: { status: 409, msg: 'You already have 200 open reusable links. Close one first.' },
  refund_not_found: { status: 404, code: 'not_found', msg: 'This refund was not found' },
  refund_decided: {
    status: 409,
    msg: 'This refund has changed in the meantime. Please check it again.',
  },
  credit_decided: {
    status: 409,
    msg: 'This payment has changed in the meantime. Please check it again.',
  },
  alert_decided: {
    status: 409,
    msg: 'This message has changed in the meantime. Please check it again.',
  },
  alert_unproven: {
    status: 409,
    msg: 'Galla does not know the words of this message. Payments like it wait for you in Reconciliation.',
  },
  claim_not_found: { status: 404, code: 'not_found', msg: 'This claim was not found' },
  claim_decided: { status: 409, msg: 'This claim has changed in the meantime. Please check it again.' },
  utr_taken: { status: 409, msg: 'This UTR belongs to another payment. See Reconciliation.' },
  order_paid: { status: 409, msg: 'This order is paid' },
  not_payable: { status: 409, msg: 'This order can no longer be paid' },
  too_many_passkeys: { status: 409, msg: 'You already have 10 passkeys. Remove one first.' },
  totp_on: { status: 409, msg: 'Two-factor login is already on' },
  totp_not_begun: { status: 409, msg: 'This setup was started again elsewhere. Please start again.' },
  webhook_paused: { status: 409, msg: 'This webhook is paused. Resume it first.' },
  replay_under_way: { status: 409, msg: 'Another replay is running. Stop it or wait until it finishes.' },
  too_many_notice_targets: {
    status: 409,
    msg: 'Galla already tells 10 browsers and chats. Remove one first.',
  },
  no_telegram: { status: 409, msg: 'The operator has not set up Telegram' },
  too_many_keys: { status: 409, msg: 'You already have 20 additional keys. Revoke one first.' },
  too_many_endpoints: { status: 409, msg: 'You already have 9 more endpoints. Remove one first.' },
  main_key: { status: 409, msg: 'The main key can only be rotated' },
  no_webhook_url: { status: 409, msg: 'Set a webhook URL first' },
  failure_outdated: {
    status: 409,
    msg: 'The order was paid or tried again after this failure, so the failure is not sent any more.',
  },
  too_large: { status: 413, msg: 'The request is too large' },
  unsupported_media_type: { status: 415, msg: 'Send JSON or a form' },
  unsupported_file: { status: 415, msg: 'Please send JPEG, PNG, WebP or PDF files' },
  file_refused: { status: 422, msg: 'This file cannot be accepted' },
  idempotency_key_reused: {
    status: 422,
    msg: 'This Idempotency-Key was used with another request body',
  },
  too_many_requests: { status: 429, msg: 'Too many requests. Please wait a moment and try again.' },
  too_many_attempts: { status: 429, msg: 'Too many failed attempts. Please wait and try again.' },
  internal: { status: 500, msg: 'Something went wrong on our side. Please try again.' },
  platform_not_connected: {
    status: 503,
    msg: 'You cannot buy a plan yet, because the operator has not connected an account. Please try again later.',
  },
  provider_unavailable: {
    status: 503,
    msg: 'The payment provider could not create a QR code. Please try again in a moment.',
  },
  telegram_failed: {
    status: 503,
    msg: 'Telegram could not be reached. Please try again in a moment.',
  },
  overloaded: { status: 503, msg: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; msg: string; code?: string }>

export type RefusalCode = keyof typeof REFUSALS

/** Returns the code that programs read. */
export const codeOf = (refusal: RefusalCode): string => {
  const entry = REFUSALS[refusal]
  return 'code' in entry ? entry.code : refusal
}
