import type { MemberRole } from '@galla/contract/auth/roles'
import { t } from '../locales/translate.ts'

export const ROLE_NAMES = {
  owner: t('Owner'),
  admin: t('Admin'),
  accountant: t('Accountant'),
  developer: t('Developer'),
  cashier: t('Cashier'),
} as const satisfies Record<MemberRole, string>

/** What each role is for, in one sentence. */
export const ROLE_TEXTS = {
  owner: t('May do everything, also choose where the money goes and who is an owner.'),
  admin: t('Runs the shop: everything except bank accounts, notifications, the plan, KYC and other admins.'),
  accountant: t('Reads orders and payments, exports them, and reconciles.'),
  developer: t('Has API keys and webhooks, and tries payments in test mode.'),
  cashier: t('Sees the counters and nothing else.'),
} as const satisfies Record<MemberRole, string>
