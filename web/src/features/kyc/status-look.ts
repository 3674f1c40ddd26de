import { IconCircleCheck, IconCircleX, IconClock } from 'virtual:icons'
import type { KycStatus } from '@galla/contract/kyc/kyc'
import { t } from '../../locales/translate.ts'

/** The words and the sign of each status; colour only repeats them. */
export const STATUS_LOOK = {
  pending: {
    title: t('Pending Verification'),
    text: t(
      'We have received your documents and are looking at them. You will get a mail when they are decided upon.',
    ),
    Icon: IconClock,
    tone: 'pending',
  },
  approved: {
    title: t('Verified'),
    text: t('Your documents are verified. Nothing is left to do.'),
    Icon: IconCircleCheck,
    tone: 'success',
  },
  rejected: {
    title: t('Rejected'),
    text: t('We could not accept these documents. Please read why and send them again.'),
    Icon: IconCircleX,
    tone: 'failed',
  },
} as const satisfies Record<KycStatus, object>
