import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import type { deliveryHealth } from '@galla/contract/operator/operator-system'
import { PROVIDER_NAMES } from '@galla/contract/payment-accounts/accounts'
import { VERIFICATION_NAMES } from '@galla/contract/payment-accounts/verification'
import { Skeleton } from '@mantine/core'
import { Line, Lines } from '../../components/display/lines.tsx'
import { When } from '../../components/display/when.tsx'
import { StateBadge, ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount } from '../../format/indian-display.ts'

type Health = ReplyOf<typeof deliveryHealth>['data']

export function ProviderHealth({ providers }: { providers: Health['providers'] | undefined }) {
  return (
    <Panel title="Providers" note="Live accounts that receive payments for new orders.">
      {providers === undefined ? (
        <Skeleton h={40} />
      ) : providers.length === 0 ? (
        <p className="muted">No merchant has connected a live account yet.</p>
      ) : (
        <Lines>
          {providers.map(({ provider, accounts }) => (
            <Line key={provider} title={PROVIDER_NAMES[provider]}>
              <span className="amount">
                {displayCount(accounts)} {accounts === 1 ? 'account' : 'accounts'}
              </span>
            </Line>
          ))}
        </Lines>
      )}
    </Panel>
  )
}

/** The health of each provider's API across all merchants: failures for many merchants are the provider's fault. */
export function SourceHealth({ sources }: { sources: Health['sources'] | undefined }) {
  return (
    <Panel title="Automatic verification" note="The providers' APIs, for the accounts of all merchants.">
      {sources === undefined ? (
        <Skeleton h={40} />
      ) : sources.length === 0 ? (
        <p className="muted">No merchant has connected a provider API yet.</p>
      ) : (
        <Lines>
          {sources.map((source) => (
            <Line
              key={source.source}
              title={VERIFICATION_NAMES[source.source]}
              note={
                <>
                  {displayCount(source.working)} working, {displayCount(source.untested)} not checked yet
                  {source.lastWorkedAt !== null && (
                    <>
                      , last reply <When at={source.lastWorkedAt} />
                    </>
                  )}
                </>
              }
            >
              <SourceBadge source={source} />
            </Line>
          ))}
        </Lines>
      )}
    </Panel>
  )
}

function SourceBadge({ source }: { source: Health['sources'][number] }) {
  if (source.failing + source.paused > 0)
    return (
      <ToneBadge tone="failed" Icon={IconAlertTriangle}>
        {displayCount(source.failing)} failing, {displayCount(source.paused)} paused
      </ToneBadge>
    )
  if (source.working > 0) return <StateBadge tone="success" Icon={IconCircleCheck} label="Works" />
  return <StateBadge tone="created" Icon={IconCircleDashed} label="Not checked yet" />
}
