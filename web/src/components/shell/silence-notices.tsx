import { IconAlertTriangle } from 'virtual:icons'
import { Link } from 'react-router'
import { useSources } from '../../api/sources.ts'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { SOURCE_ADVICE, SOURCE_NAMES } from '../../format/source-labels.ts'
import { paths } from '../../paths.ts'
import { Strip } from './strip.tsx'

/** Which sources of payments are silent, and what to do. */
export function SilenceNotices() {
  const { data = [] } = useSources()
  return data.map(({ source, silence }) =>
    silence === null ? null : (
      <Strip key={source} label={`Silent: ${SOURCE_NAMES[source]}`} tone="failed" Icon={IconAlertTriangle}>
        <p>
          {SOURCE_NAMES[source]}: no payments reported
          {silence.since === null ? '' : ` since ${displayWhenInFull(silence.since)}`}.{' '}
          {SOURCE_ADVICE[source]}{' '}
          <Link to={paths.connectMerchant} style={{ color: 'inherit' }}>
            See your sources
          </Link>
        </p>
      </Strip>
    ),
  )
}
