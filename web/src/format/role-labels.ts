import { MEMBER_ROLES, type MemberRole } from '@galla/contract/auth/roles'
import { t } from '../locales/translate.ts'

export const ROLE_NAMES = {
  owner: t('Owner'),
  admin: t('Admin'),
  accountant: t('Accountant'),
  developer: t('Developer'),
  cashier: t('Cashier'),
} as const satisfies Record<MemberRole, string>

const ROLES = new RegExp(`(?<=^|\\(|: |→ )(?:${MEMBER_ROLES.join('|')})(?=$|\\)| →)`, 'g')

/** What an event of the team is about: an address, a role, or both. */
export const subjectInWords = (subject: string): string =>
  subject.replace(ROLES, (role) => ROLE_NAMES[role as MemberRole])

/** What each role is for, in one sentence. */
export const ROLE_TEXTS = {
  owner: t('May do everything, also choose where the money goes and who is an owner.'),
  admin: t('Runs the shop: everything except bank accounts, notifications, the plan, KYC and other admins.'),
  accountant: t('Reads orders and payments, exports them, and reconciles.'),
  developer: t('Has API keys and webhooks, and tries payments in test mode.'),
  cashier: t('Sees the counters and nothing else.'),
} as const satisfies Record<MemberRole, string>
