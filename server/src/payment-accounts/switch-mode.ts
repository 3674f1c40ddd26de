import type { Mode } from '@galla/contract/orders/order-status'
import { switchSessionMode } from '../auth/sessions/switch-session-mode.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { Settings } from '../platform/settings.ts'
import { hasCurrentAccount } from './account-store.ts'

export interface SwitchModeDeps {
  readonly db: Database
  readonly settings: Pick<Settings, 'sandbox'>
}

/** Switches the mode. Live mode needs a connected account. Without the simulator everything is live already. */
export const switchMode = async (
  { db, settings }: SwitchModeDeps,
  caller: SessionCaller,
  mode: Mode,
): Promise<Mode> => {
  if (!settings.sandbox) {
    if (mode === 'test') throw invalidField('mode', 'Test mode is switched off')
    return mode
  }
  if (mode === 'live' && !(await hasCurrentAccount(db, caller.merchantId, 'live')))
    throw new Refusal('no_account')
  await db.transaction((tx) => switchSessionMode(tx, caller, mode))
  return mode
}
