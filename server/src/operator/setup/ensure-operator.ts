import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { isWeakPassword } from '../../auth/password/weak-passwords.ts'
import { findPlatformMerchant } from '../../merchants/find-merchant.ts'
import { comparableEmail } from '../../merchants/merchant.ts'
import { openMerchant } from '../../payment-accounts/register-merchant.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  createSetupToken,
  type FirstOperatorDeps,
  PLATFORM_NAME,
  SETUP_LINK_HOURS,
} from './create-first-operator.ts'

export interface EnsureOperatorDeps extends FirstOperatorDeps {
  readonly settings: Pick<
    Settings,
    | 'operatorEmail'
    | 'operatorPassword'
    | 'dataDir'
    | 'production'
    | 'role'
    | 'publicUrl'
    | 'refuseCommonPasswords'
  >
  /** Prints a line for the person who starts the program; the log never has such text. */
  readonly print: (line: string) => void
}

/** An error that the operator has to fix; the message names the setting. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

const EMAIL = 'operator@galla.local'
const PASSWORD_FILE = 'operator-password.txt'
const PASSWORD_BYTES = 18
const OWNER_ONLY = 0o600

/**
 * Creates the operator at the first start. With OPERATOR_PASSWORD, it uses the settings. Without it, production prints a link to the setup
 * page, and other installations get a random password in a file, whose path is returned. Later starts change nothing.
 */
export const ensureOperator = async (deps: EnsureOperatorDeps): Promise<string | undefined> => {
  const { settings, print } = deps
  if ((await findPlatformMerchant(deps)) !== undefined) return undefined
  if (!settings.production || settings.operatorPassword !== undefined) return createFromSettings(deps)
  if (settings.role === 'worker') return undefined
  const link = new URL('/setup', settings.publicUrl)
  link.searchParams.set('token', await createSetupToken(deps))
  print(
    `There is no operator yet. Open this link within ${SETUP_LINK_HOURS} hours to create one:\n\n  ${link.href}\n`,
  )
  return undefined
}

/** The file is written before the commit, so that no login exists whose password is unknown. */
const createFromSettings = async (deps: EnsureOperatorDeps): Promise<string | undefined> => {
  const { db, settings, ids, log, passwords } = deps
  const email = comparableEmail(settings.operatorEmail ?? EMAIL)
  if (email === undefined) throw new OperatorError('OPERATOR_EMAIL is too long')
  if (settings.production && isWeakPassword(settings.operatorPassword ?? ''))
    throw new OperatorError(
      'OPERATOR_PASSWORD is too common; choose another one, or remove it and use the setup page',
    )
  const password = settings.operatorPassword ?? ids.token(PASSWORD_BYTES)
  const passwordHash = await passwords.hashPassword(password, 'operator')
  const file =
    settings.operatorPassword === undefined ? path.join(settings.dataDir, PASSWORD_FILE) : undefined
  const made = await db.transaction(async (tx) => {
    const merchantId = await openMerchant(deps, tx, {
      role: 'operator',
      isPlatform: true,
      name: PLATFORM_NAME,
      email,
      mobileNumber: '',
      language: 'en',
      passwordHash,
    })
    if (merchantId !== undefined && file !== undefined)
      await writeOwnerOnly(file, ids.token(8), `${email}\n${password}\n`)
    return merchantId
  })
  if (made === undefined) {
    // Another process was first, which is fine; or the address belongs to a merchant.
    if ((await findPlatformMerchant(deps)) !== undefined) return undefined
    throw new OperatorError('OPERATOR_EMAIL is the address of a registered merchant; set another one')
  }
  log.info(
    file === undefined
      ? "the operator's login was made from the settings"
      : "the operator's login is in the file operator-password.txt of the data folder",
    { merchantId: made },
  )
  return file
}

/** Writes the file completely or not at all, and never readable by others, not even for a moment. */
const writeOwnerOnly = async (file: string, draftName: string, text: string): Promise<void> => {
  const draft = `${file}.${draftName}`
  const handle = await open(draft, 'wx', OWNER_ONLY)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
