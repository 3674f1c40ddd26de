import { Banner } from '../../components/feedback/banner.tsx'
import { t } from '../../locales/translate.ts'
import type { Arrival } from './arrival.ts'

const WORDS = {
  starting: { tone: 'success', message: t('Payment received. Your plan starts in a moment...') },
  started: { tone: 'success', message: t('Payment received. Your plan is active.') },
  late: {
    tone: 'pending',
    message: t(
      'Payment received. Your plan has not started yet, which takes longer than usual. Nothing is lost: please reload this page in a few minutes.',
    ),
  },
  unpaid: {
    tone: 'pending',
    message: t(
      'Your payment has not been confirmed yet. As soon as it has come, your plan starts by itself.',
    ),
  },
  failed: {
    tone: 'failed',
    message: t('The payment was not completed, so nothing has changed. You can try again at any time.'),
  },
} as const satisfies Record<Arrival, object>

/** For who comes back from the payment page. */
export function ArrivalBanner({ arrival, onDismiss }: { arrival: Arrival; onDismiss: () => void }) {
  const { tone, message } = WORDS[arrival]
  return <Banner tone={tone} message={message} {...(arrival === 'starting' ? {} : { onDismiss })} />
}
