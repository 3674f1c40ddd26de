import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { email, httpUrl, instant, mobile, PASSWORD_LENGTH_MIN, requiredText } from '../fields.ts'
import { NOTICE_LANGUAGES } from '../notices/notices.ts'
import { MODES } from '../orders/order-status.ts'
import { PAGE_LANGUAGE_CODES } from '../payment-page/page-languages.ts'
import { MEMBER_ROLES, SESSION_ROLES } from './roles.ts'

const MOBILE_WRONG = 'Phone number must be 10 digits'
const EMAIL_REQUIRED = 'Email is required'

export const newPassword = (required: string) =>
  z
    .string({ error: required })
    .min(1, { error: required, abort: true })
    .min(PASSWORD_LENGTH_MIN, `Password must be at least ${PASSWORD_LENGTH_MIN} characters`)
    .max(MAX_LENGTH.password, `Please use at most ${MAX_LENGTH.password} characters`)

/** The user record: returned by login and profile update, and kept by the browser. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  websiteName: z.string(),
  websiteUrl: z.string(),
  /** The language of the payment page if neither its link nor the browser asks for one of its languages. */
  pageLanguage: z.enum(PAGE_LANGUAGE_CODES),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** Whether customers see these on the payment page; else it names the platform's contact. */
  showSupport: z.boolean(),
  /** Whether customers of live orders get the receipt by email. */
  emailReceipts: z.boolean(),
  /** In the shop that the session is in. */
  role: z.enum(SESSION_ROLES),
  mode: z.enum(MODES),
  createdAt: instant,
  /** Set only while the operator has suspended the account: it can be read, but nothing new can be started. */
  suspended: z.object({ reason: z.string() }).optional(),
  /** The shop of others that the session is in. Everything else here is about the person's own login. */
  shop: z.object({ id: z.string(), name: z.string() }).optional(),
  /** All shops of a person who works in others' too, their own first. */
  shops: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(MEMBER_ROLES) })).optional(),
})
export type User = z.output<typeof user>

export const registration = z.object({
  name: requiredText('Business name is required', MAX_LENGTH.name),
  email: email(EMAIL_REQUIRED),
  mobileNumber: mobile('Phone number is required', MOBILE_WRONG),
  password: newPassword('Password is required'),
  /** Of e-mails to the merchant; English without it. */
  language: z.enum(NOTICE_LANGUAGES).optional(),
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  auth: 'public',
  summary: 'Register a merchant',
  body: registration,
  reply: z.object({ data: user }),
  refusals: ['foreign_origin', 'too_many_requests', 'email_taken', 'registration_closed'],
})

export const credentials = z.object({
  email: email(EMAIL_REQUIRED),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(MAX_LENGTH.password, 'The email or password is not correct'),
  /** A code of the authenticator app, or a recovery code. Send it after the refusal `totp_required`. */
  code: z.string().max(MAX_LENGTH.code, 'The code is not correct').optional(),
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  summary: 'Log in; the reply sets the session cookie',
  body: credentials,
  reply: z.object({ data: user }),
  refusals: ['foreign_origin', 'wrong_credentials', 'totp_required', 'wrong_code', 'too_many_attempts'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  auth: 'public',
  summary: 'Log out; without a session, this changes nothing',
  refusals: ['foreign_origin'],
})

export const rememberSession = endpoint({
  method: 'POST',
  path: '/auth/session/remember',
  auth: 'session',
  summary: 'Keep this session for thirty days after its login, also when the browser closes',
})

export const session = endpoint({
  method: 'GET',
  path: '/auth/session',
  auth: 'session',
  summary: 'Get the user of the session',
  reply: z.object({ data: user }),
})

export const chooseLanguage = endpoint({
  method: 'POST',
  path: '/user/language',
  auth: 'session',
  summary: 'Choose the language of e-mails to the merchant',
  body: z.object({ language: z.enum(NOTICE_LANGUAGES) }),
})

// A landline, a toll-free number or a mobile, as it stands on a shop's sign.
const PHONE = /^\+?[0-9][0-9 ()-]{3,}$/
const PHONE_LENGTH_MAX = 20
const PHONE_WRONG = 'Please enter a valid phone number'
const SUPPORT_MISSING = 'Enter an email or a phone number to show'

const emptyOr = <S extends z.ZodType<string>>(schema: S) => z.union([z.literal(''), schema])

export const profile = z
  .object({
    name: requiredText('Business name is required', MAX_LENGTH.name),
    email: email(EMAIL_REQUIRED),
    mobileNumber: mobile('Phone number is required', MOBILE_WRONG),
    websiteName: emptyOr(requiredText('Website name', MAX_LENGTH.name)).default(''),
    websiteUrl: emptyOr(
      httpUrl('Website URL', 'Please enter a valid URL starting with http:// or https://'),
    ).default(''),
    currentPassword: z.string().max(MAX_LENGTH.password).optional(),
    newPassword: z.string().max(MAX_LENGTH.password).optional(),
    confirmPassword: z.string().max(MAX_LENGTH.password).optional(),
    pageLanguage: z.enum(PAGE_LANGUAGE_CODES).optional(),
    supportEmail: emptyOr(email('Support email')).optional(),
    supportPhone: emptyOr(
      z.string().trim().max(PHONE_LENGTH_MAX, PHONE_WRONG).regex(PHONE, PHONE_WRONG),
    ).optional(),
    showSupport: z.boolean().optional(),
    emailReceipts: z.boolean().optional(),
  })
  .superRefine((fields, context) => {
    if (fields.showSupport === true && fields.supportEmail === '' && fields.supportPhone === '')
      context.addIssue({ code: 'custom', path: ['supportEmail'], message: SUPPORT_MISSING })
  })
  .superRefine((fields, context) => {
    const next = fields.newPassword ?? ''
    const confirm = fields.confirmPassword ?? ''
    if (next === '' && confirm === '') return
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (next.length < PASSWORD_LENGTH_MIN)
      refuse('newPassword', `Password must be at least ${PASSWORD_LENGTH_MIN} characters`)
    if (next !== confirm) refuse('confirmPassword', 'Passwords do not match')
    if ((fields.currentPassword ?? '') === '') refuse('currentPassword', 'Password is required')
  })

export const updateProfile = endpoint({
  method: 'POST',
  path: '/user/update-profile',
  auth: 'session',
  summary:
    'Update the profile; a new e-mail or password needs the current password, and a new e-mail must be confirmed with the link that is sent to it',
  body: profile,
  reply: z.object({ data: user }),
  refusals: ['wrong_password', 'too_many_attempts', 'too_many_requests'],
})

export const switchMode = endpoint({
  method: 'POST',
  path: '/user/mode',
  auth: 'session',
  summary: 'Switch the session to test or live mode',
  body: z.object({ mode: z.enum(MODES) }),
  reply: z.object({ data: z.object({ mode: z.enum(MODES) }) }),
  refusals: ['no_account'],
})

/** The same sentence for every address, known or not. */
export const RESET_LINK_SENT = 'If this address has an account, a link to set a new password is on its way'

export const forgotPasswordForm = z.object({ email: email(EMAIL_REQUIRED) })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  auth: 'public',
  summary: 'Send a single-use link to set a new password, valid for 30 minutes',
  body: forgotPasswordForm,
  refusals: ['foreign_origin', 'too_many_requests'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  auth: 'public',
  summary: 'Set a new password with the link from the e-mail; ends all sessions',
  body: z.object({
    token: z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200),
    password: newPassword('Password is required'),
  }),
  refusals: ['foreign_origin', 'reset_link_used', 'too_many_attempts'],
})
