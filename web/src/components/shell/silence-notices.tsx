import { IconAlertTriangle } from 'virtual:icons'
import { Link } from 'react-router'
import { useSources } from '../../api/sources.ts'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { SOURCE_NAMES, silenceAdvice } from '../../format/source-labels.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { Strip } from './strip.tsx'

/** Which sources of payments are silent, and what to do. */
export function SilenceNotices() {
  const { data = [] } = useSources()
  return data.map(({ source, silence }) =>
    silence === null ? null : (
      <Strip
        key={source}
        label={t('Silent: {source}', { source: SOURCE_NAMES[source] })}
        tone="failed"
        Icon={IconAlertTriangle}
      >
        <p>
          {silence.since === null
            ? t('{source}: no payments reported.', { source: SOURCE_NAMES[source] })
            : t('{source}: no payments reported since {since}.', {
                source: SOURCE_NAMES[source],
                since: displayWhenInFull(silence.since),
              })}{' '}
          {silenceAdvice(source, silence.reason)}{' '}
          <Link to={paths.connectMerchant} style={{ color: 'inherit' }}>
            {t('See your sources')}
          </Link>
        </p>
      </Strip>
    ),
  )
}
