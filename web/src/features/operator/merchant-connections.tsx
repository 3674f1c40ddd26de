import { PROVIDER_NAMES } from '@galla/contract/accounts'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc-number'
import type { MerchantDetail } from '@galla/contract/operator'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import { AddressText } from '../../components/display/address-text.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { operatorKycPath } from '../../paths.ts'
import { KycBadge } from './kyc-labels.tsx'
import css from './merchant-page.module.css'

const MODE = { test: 'Test', live: 'Live' } as const

export function MerchantAccounts({ accounts }: Pick<MerchantDetail, 'accounts'>) {
  return (
    <Panel title="Accounts" note="Where the merchant's money goes.">
      {accounts.length === 0 && <p className="muted">No account is connected.</p>}
      <ul className={css.list}>
        {accounts.map((account) => (
          <li key={`${account.mode} ${account.upiId}`}>
            <span className={css.entry}>
              <strong>
                <AddressText address={account.upiId} />
              </strong>
              <span>
                {account.provider === 'simulator' ? 'Simulator' : PROVIDER_NAMES[account.provider]},{' '}
                {account.merchantName}
                {account.isPersonalUpi ? ', personal UPI ID' : ''}, since {displayDay(account.connectedAt)}
              </span>
            </span>
            {account.isCurrent ? (
              <ToneBadge tone="success" Icon={IconCircleCheck}>
                {MODE[account.mode]}
              </ToneBadge>
            ) : (
              <ToneBadge tone="created" Icon={IconCircleDashed}>
                Earlier
              </ToneBadge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const WEBHOOK = {
  none: { word: 'No URL', tone: 'created', Icon: IconCircleDashed },
  working: { word: 'Working', tone: 'success', Icon: IconCircleCheck },
  failing: { word: 'Failing', tone: 'pending', Icon: IconAlertTriangle },
  paused: { word: 'Paused', tone: 'failed', Icon: IconPlayerPause },
} as const

export function MerchantWebhooks({ webhooks }: Pick<MerchantDetail, 'webhooks'>) {
  return (
    <Panel title="Webhooks">
      {webhooks.length === 0 ? (
        <p className="muted">No webhook URL is set.</p>
      ) : (
        <ul className={css.list}>
          {webhooks.map(({ mode, host, state, since, waiting }) => {
            const { word, tone, Icon } = WEBHOOK[state]
            return (
              <li key={mode}>
                <span className={css.entry}>
                  <strong>{host ?? 'No webhook URL'}</strong>
                  <span>
                    {MODE[mode]}, {displayCount(waiting)} waiting
                    {since === null ? '' : `, since ${displayDay(since)}`}
                  </span>
                </span>
                <ToneBadge tone={tone} Icon={Icon}>
                  {word}
                </ToneBadge>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

export function MerchantKyc({ id, kyc }: Pick<MerchantDetail, 'id' | 'kyc'>) {
  return (
    <Panel title="KYC">
      {kyc === null ? (
        <p className="muted">No documents were sent yet.</p>
      ) : (
        <ul className={css.list}>
          <li>
            <span className={css.entry}>
              <strong>{KYC_DOCUMENT_NAMES[kyc.documentType]}</strong>
              <span>
                Sent on {displayDay(kyc.submittedAt)}, <Link to={operatorKycPath(id)}>see the documents</Link>
              </span>
            </span>
            <KycBadge status={kyc.status} />
          </li>
        </ul>
      )}
    </Panel>
  )
}
