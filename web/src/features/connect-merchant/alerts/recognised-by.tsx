import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { serverTimeMs } from '../../../format/clock.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'
import { alertHealth, lastHeardAt } from './alert-health.ts'
import { useAlertSource } from './alert-source-query.ts'

/** Of an account whose provider is not asked: money may still be recognised by what its phone forwards. */
export function RecognisedBy() {
  const { mode } = useUser()
  const { data: source } = useAlertSource()
  // The card is about the live account; in test mode only the test account's phone is known.
  if (mode === 'test' || !source || lastHeardAt(source) === null) return t('Not automatic')
  const { state, title } = alertHealth(source, serverTimeMs())
  return (
    <span>
      {richText('By alerts from a phone <state></state>', {
        state: () => <ToneBadge tone={state === 'silent' ? 'pending' : 'success'}>{title}</ToneBadge>,
      })}
    </span>
  )
}
