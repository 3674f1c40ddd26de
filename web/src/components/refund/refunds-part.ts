import { t } from '../../locales/translate.ts'
import { lazyPart } from '../overlay/lazy-part.tsx'

/** Most visits refund nothing, so the code loads with the first payment that is opened. */
export const RefundsPart = lazyPart(async () => (await import('./refunds.tsx')).Refunds, {
  failed: t('The refunds could not be loaded'),
})
