import { IconAlertTriangle } from 'virtual:icons'
import type { AlertRefusal, AlertSource } from '@galla/contract/reconciliation/alerts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { refusalInWords } from './alert-health.ts'

const ADVICE = {
  unsigned: t("Paste the signing secret into the forwarder app, or remove it below if the app can't sign."),
  wrong: t('Paste the same secret into the forwarder app. If you no longer have it, replace it below.'),
  old: t("Set the phone's clock to automatic. If it is, somebody may be sending old messages again."),
  undated: t(
    'Put %receivedStamp% into the payload template of the forwarder app: a signed message without a time could be sent again by others.',
  ),
  reused: t('Somebody may have copied a signature. If this goes on, replace the address and the secret.'),
  too_large: t('No bank writes so much. Check what the forwarder app sends.'),
  too_many: t('The app sends them again. If this goes on, somebody else may know the address: replace it.'),
} as const satisfies Record<AlertRefusal, string>

/** How many messages of the last 24 hours were refused before they were read, and what to do. */
export function RefusedAlerts({ refused }: Pick<AlertSource, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <section aria-label={t('Refused alerts')}>
      <Notice tone="pending" Icon={IconAlertTriangle} title={t('Refused in the last 24 hours')}>
        {refused.map((each) => (
          <p key={each.reason}>
            {t('{each}, last on {lastAt}. {advice}', {
              each: refusalInWords(each),
              lastAt: displayWhen(each.lastAt),
              advice: ADVICE[each.reason],
            })}
          </p>
        ))}
      </Notice>
    </section>
  )
}
