import { t } from '../../locales/translate.ts'
import { lazyPart } from '../overlay/lazy-part.tsx'
import { PleaseWait } from './please-wait.tsx'

/** Who must have two-factor login, and has not, sets it up before anything else. */
export const TwoFactorGate = lazyPart(
  async () => (await import('../../session/two-factor/two-factor-first.tsx')).TwoFactorFirst,
  { failed: t('Two-factor login could not be loaded'), fallback: <PleaseWait /> },
)
