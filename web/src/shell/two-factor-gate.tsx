import { lazyPart } from '../components/overlay/lazy-part.tsx'
import { t } from '../locales/translate.ts'
import { LoadingScreen } from './loading-screen.tsx'

/** Requires a user to set up mandatory two-factor login before anything else. */
export const TwoFactorGate = lazyPart(async () => (await import('./two-factor-first.tsx')).TwoFactorFirst, {
  failed: t('Two-factor login could not be loaded'),
  fallback: <LoadingScreen />,
})
