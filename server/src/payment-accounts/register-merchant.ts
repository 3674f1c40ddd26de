import type { register } from '@galla/contract/auth/merchants'
import type { BodyOf } from '@galla/contract/endpoint'
import type { NoticeLanguage } from '@galla/contract/notices/notices'
import type { KeyDeps } from '../api-keys/main-keys.ts'
import { assertStrongPassword } from '../auth/password/assert-strong-password.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import { findOwnShop } from '../merchants/hosting-store.ts'
import { addressKey, countRequest } from '../merchants/limit-attempts.ts'
import { comparableEmail, type Merchant, merchantIdFrom } from '../merchants/merchant.ts'
import type { Passwords } from '../platform/crypto/password.ts'
import type { Transaction } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { insertFirstAccount } from './account-store.ts'
import { createMerchant, emailTaken } from './create-merchant.ts'
import { TEST_ACCOUNT_ID, testUpiId } from './test-account.ts'
import { REGISTERED_JOB, type Registered } from './welcome-merchant.ts'

export interface RegisterDeps extends KeyDeps {
  readonly passwords: Passwords
  readonly settings: Pick<Settings, 'production' | 'refuseCommonPasswords'>
}

export interface FirstDetails {
  readonly role: 'owner' | 'operator'
  readonly isPlatform: boolean
  readonly name: string
  readonly email: string
  readonly mobileNumber: string
  readonly language: NoticeLanguage
  readonly passwordHash: string
}

/** Creates the merchant, both main keys and the test account, or nothing: undefined when the email is taken. */
export const openMerchant = async (
  deps: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  details: FirstDetails,
): Promise<string | undefined> => {
  const createdAt = deps.clock.now()
  const merchantId = merchantIdFrom(deps.ids.ulid(createdAt))
  if (!(await createMerchant(deps, tx, { ...details, merchantId, createdAt }))) return undefined
  await insertFirstAccount(tx, {
    merchantId,
    accountId: TEST_ACCOUNT_ID,
    mode: 'test',
    provider: 'simulator',
    merchantName: details.name,
    upiId: testUpiId(merchantId),
    createdAt,
  })
  return merchantId
}

/** An installation for one shop takes no second one. */
const assertOpen = async ({ db }: Pick<RegisterDeps, 'db'>): Promise<void> => {
  const shop = await findOwnShop(db)
  if (shop !== undefined && shop.name !== null) throw new Refusal('registration_closed')
}

/** Registers a merchant, without a login. A taken email costs the same as a free one until the response. */
export const registerMerchant = async (
  deps: RegisterDeps,
  form: BodyOf<typeof register>,
  address: string,
): Promise<Merchant> => {
  await assertOpen(deps)
  const email = comparableEmail(form.email)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  if (deps.settings.production) await countRequest(deps, { name: 'registration', key: addressKey(address) })
  assertStrongPassword(deps, 'password', form.password, { role: 'owner', email, name: form.name })
  const passwordHash = await deps.passwords.hashPassword(form.password, addressKey(address))
  const merchantId = await deps.db.transaction(async (tx) => {
    const opened = await openMerchant(deps, tx, {
      role: 'owner',
      isPlatform: false,
      name: form.name,
      email,
      mobileNumber: form.mobileNumber,
      language: form.language ?? 'en',
      passwordHash,
    })
    if (opened !== undefined) await addJob(tx, REGISTERED_JOB, { merchantId: opened } satisfies Registered)
    return opened
  })
  if (merchantId === undefined) {
    await assertOpen(deps)
    throw emailTaken()
  }
  return findMerchant(deps, merchantId)
}
