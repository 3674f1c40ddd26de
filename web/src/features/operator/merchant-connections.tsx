import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from 'virtual:icons'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import type { MerchantDetail } from '@galla/contract/operator/operator-merchants'
import { ACCOUNT_KIND_NAMES, PROVIDER_NAMES } from '@galla/contract/payment-accounts/accounts'
import { Link } from 'react-router'
import { AddressText } from '../../components/display/address-text.tsx'
import { Line, Lines } from '../../components/display/lines.tsx'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { operatorKycPath } from '../../paths.ts'
import { KycBadge } from './kyc/kyc-labels.tsx'

const MODE = { test: 'Test', live: 'Live' } as const

export function MerchantAccounts({ accounts }: Pick<MerchantDetail, 'accounts'>) {
  return (
    <Panel title="Accounts" note="Where the merchant's money goes.">
      {accounts.length === 0 && <p className="muted">No account is connected.</p>}
      <Lines>
        {accounts.map((account) => (
          <Line
            key={`${account.mode} ${account.upiId}`}
            title={<AddressText address={account.upiId} />}
            note={
              <>
                {account.provider === 'simulator' ? 'Simulator' : PROVIDER_NAMES[account.provider]},{' '}
                {account.merchantName}
                {account.provider === 'simulator'
                  ? ''
                  : `, ${ACCOUNT_KIND_NAMES[account.kind].toLowerCase()}`}
                , since {displayDay(account.connectedAt)}
              </>
            }
          >
            {account.isCurrent ? (
              <StateBadge tone="success" Icon={IconCircleCheck} label={MODE[account.mode]} />
            ) : (
              <StateBadge tone="created" Icon={IconCircleDashed} label="Earlier" />
            )}
          </Line>
        ))}
      </Lines>
    </Panel>
  )
}

const WEBHOOK = {
  none: { label: 'No URL', tone: 'created', Icon: IconCircleDashed },
  working: { label: 'Working', tone: 'success', Icon: IconCircleCheck },
  failing: { label: 'Failing', tone: 'pending', Icon: IconAlertTriangle },
  paused: { label: 'Paused', tone: 'failed', Icon: IconPlayerPause },
} as const

export function MerchantWebhooks({ webhooks }: Pick<MerchantDetail, 'webhooks'>) {
  return (
    <Panel title="Webhooks">
      {webhooks.length === 0 ? (
        <p className="muted">No webhook URL is set.</p>
      ) : (
        <Lines>
          {webhooks.map(({ mode, host, state, since, waiting }) => (
            <Line
              key={`${mode} ${host} ${state} ${waiting}`}
              title={host ?? 'No webhook URL'}
              note={
                <>
                  {MODE[mode]}, {displayCount(waiting)} waiting
                  {since === null ? '' : `, since ${displayDay(since)}`}
                </>
              }
            >
              <StateBadge {...WEBHOOK[state]} />
            </Line>
          ))}
        </Lines>
      )}
    </Panel>
  )
}

export function MerchantKyc({ id, kyc }: Pick<MerchantDetail, 'id' | 'kyc'>) {
  return (
    <Panel title="KYC">
      {kyc === null ? (
        <p className="muted">No documents yet.</p>
      ) : (
        <Lines>
          <Line
            title={KYC_DOCUMENT_NAMES[kyc.documentType]}
            note={
              <>
                Sent on {displayDay(kyc.submittedAt)}, <Link to={operatorKycPath(id)}>see the documents</Link>
              </>
            }
          >
            <KycBadge status={kyc.status} />
          </Line>
        </Lines>
      )}
    </Panel>
  )
}
