import { t } from '../../locales/translate.ts'
import { lazyPart } from '../overlay/lazy-part.tsx'
import { LoadingScreen } from './loading-screen.tsx'

/** Shows the set-up of two-factor login to a user who must have it and has not, before anything else. */
export const TwoFactorGate = lazyPart(
  async () => (await import('../../session/two-factor/two-factor-first.tsx')).TwoFactorFirst,
  { failed: t('Two-factor login could not be loaded'), fallback: <LoadingScreen /> },
)
