import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { KeyDeps } from '../api-keys/main-keys.ts'
import { findPlatformMerchant } from '../merchants/find-merchant.ts'
import { comparableEmail } from '../merchants/merchant.ts'
import type { Passwords } from '../platform/crypto/password.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { openMerchant } from './register-merchant.ts'

export interface EnsureOperatorDeps extends KeyDeps {
  readonly passwords: Passwords
  readonly log: Log
  readonly settings: Pick<Settings, 'operatorEmail' | 'operatorPassword' | 'dataDir'>
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
 * Creates the platform merchant at the first start; its login is the operator's. Its password is the setting, or a random one in a file
 * that only its owner can read. The file is written before the commit, so that no login exists whose password is unknown. Later starts
 * change nothing. Returns the file, if one was written.
 */
export const ensureOperator = async (deps: EnsureOperatorDeps): Promise<string | undefined> => {
  const { db, settings, ids, log, passwords } = deps
  if ((await findPlatformMerchant(deps)) !== undefined) return undefined
  const email = comparableEmail(settings.operatorEmail ?? EMAIL)
  if (email === undefined) throw new OperatorError('OPERATOR_EMAIL is too long')
  const password = settings.operatorPassword ?? ids.token(PASSWORD_BYTES)
  const passwordHash = await passwords.hashPassword(password, 'operator')
  const file =
    settings.operatorPassword === undefined ? path.join(settings.dataDir, PASSWORD_FILE) : undefined
  const made = await db.transaction(async (tx) => {
    const merchantId = await openMerchant(deps, tx, {
      role: 'operator',
      isPlatform: true,
      name: 'Galla',
      email,
      mobileNumber: '',
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
